"""The commands of ``moonflower``, one file each: ``add_to`` sets up its parser, ``run`` does it."""
