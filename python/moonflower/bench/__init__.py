"""The checksum of behaviour and the speed of every part."""
