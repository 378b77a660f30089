"""A site of Sphinx with the extension of the package."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "integrations" / "sphinx"))

project = "Course notes"
extensions = ["podyssey_sphinx"]
podyssey_site = "https://podyssey.example/"
html_theme = "alabaster"
html_static_path = ["_static"]
html_css_files = ["theme.css"]
html_js_files = ["theme.js"]
html_copy_source = False
