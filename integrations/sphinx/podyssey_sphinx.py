"""A walkthrough on a page of Sphinx.

In conf.py::

    extensions = ["podyssey_sphinx"]
    podyssey_site = "https://SITE/"

On a page::

    .. podyssey:: create-deployment
       :title: A Deployment, step by step
       :ui: min

The options are the parameters of a walkthrough. Readers of other outputs than HTML get a link.
"""

from html import escape

from docutils import nodes
from docutils.parsers.rst import Directive, directives

PARAMETERS = (
    "seed tour chapter step t speed autoplay loop theme lang view focus follow ui panel quiz keys"
    " motion bp v s"
).split()


class walkthrough(nodes.General, nodes.Element):
    """One walkthrough: its attributes, the site and the words of its link."""


class Podyssey(Directive):
    optional_arguments = 1
    option_spec = {name: directives.unchanged for name in [*PARAMETERS, "title"]}

    def run(self):
        config = self.state.document.settings.env.config
        parameters = {name: self.options[name] for name in PARAMETERS if name in self.options}
        if self.arguments:
            parameters["scenario"] = self.arguments[0]
        title = self.options.get("title", "Kubernetes, step by step")
        return [walkthrough("", parameters=parameters, site=config.podyssey_site, link=title)]


def visit_html(self, node):
    attributes = {"base": node["site"], **node["parameters"]}
    written = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    self.body.append(
        f"<podyssey-walkthrough{written}>"
        f'<a href="{escape(node["site"])}">{escape(node["link"])}</a></podyssey-walkthrough>\n'
    )
    raise nodes.SkipNode


def as_link(app, doctree, _name):
    """Other outputs than HTML have no frames."""
    if app.builder.format == "html":
        return
    for node in list(doctree.findall(walkthrough)):
        link = nodes.reference("", node["link"], refuri=node["site"])
        node.replace_self(nodes.paragraph("", "", link))


def add_script(app, _page, _template, _context, doctree):
    if doctree is not None and next(iter(doctree.findall(walkthrough)), None) is not None:
        app.add_js_file(f"{app.config.podyssey_site}element.js", type="module")


def setup(app):
    app.add_config_value("podyssey_site", "", "html", [str])
    app.add_node(walkthrough, html=(visit_html, None))
    app.add_directive("podyssey", Podyssey)
    app.connect("doctree-resolved", as_link)
    app.connect("html-page-context", add_script)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
