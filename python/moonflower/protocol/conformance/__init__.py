"""Does an engine keep the protocol? Every rule of docs/protocol.md, checked from outside."""
