"""Style sheets, script bundles and templates as they are sent."""
