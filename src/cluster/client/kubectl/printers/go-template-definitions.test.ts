/** Templates within templates, and escapers: the results are those of Go 1.26's text/template. */
import { describe, expect, it } from 'vitest';
import { printed } from './go-template.fixture.ts';

describe('a Go template that defines others', () => {
  it.each([
    ['{{define "x"}}[{{.}}]{{end}}{{template "x" .kind}}', '[List]'],
    ['{{template "x" .kind}}{{define "x"}}[{{.}}]{{end}}', '[List]'],
    ['{{template "x"}}{{define "x"}}[{{.}}{{.a.b}}]{{end}}', '[<no value><no value>]'],
    ['{{define "x"}}{{$.kind}}{{end}}{{range .items}}{{template "x" $}}{{end}}', 'ListList'],
    ['{{define "x"}}a{{end}}', ''],
    ['{{define "x"}}{{end}}{{define "x"}}b{{end}}{{template "x"}}', 'b'],
    ['{{define "output"}}b{{end}}', 'b'],
    ['{{block "x" .kind}}<{{.}}>{{end}}', '<List>'],
    ['{{range .items}}{{block "x" .metadata.name}}{{.}};{{end}}{{end}}', 'x;y;'],
    ['{{template "x" $y := .kind}}{{$y}}{{define "x"}}{{.}}{{end}}', 'ListList'],
    ['a {{- define "x"}}b{{end -}} c{{template "x"}}', 'acb'],
    [
      '{{define "t"}}{{.metadata.name}}{{range .spec.containers}} {{template "c" .}}{{end}}{{end}}{{define "c"}}<{{.name}}>{{end}}{{range .items}}{{template "t" .}};{{end}}',
      'x <c1> <c2>;y;',
    ],
    ['{{template "x" .nul}}{{define "x"}}{{.}}{{.y}}{{end}}', '<no value><no value>'],
    ['{{range .items}}{{if .spec.replicas}}{{continue}}{{end}}{{.metadata.name}}{{end}}', 'y'],
    ['{{range .items}}{{range .spec.containers}}{{.name}}{{break}}{{end}};{{end}}', 'c1;;'],
    ['{{with .nope}}a{{else with .nope2}}b{{else}}c{{end}}', 'c'],
    ['{{with .nope}}a{{else with $x := .kind}}{{$x}}{{end}}', 'List'],
    ['{{html "<a href=\'x\'>\\"&"}}', '&lt;a href=&#39;x&#39;&gt;&#34;&amp;'],
    [
      '{{html .n}}|{{html .nope}}|{{html .nul}}|{{html .em}}|{{html .t .t}}',
      '3|&lt;no value&gt;|&lt;no value&gt;|map[]|true true',
    ],
    ['{{html .s .n 3 4 .kind}}', 'a&#34;b3 3 4List'],
    ['{{html}}|{{js}}|{{urlquery}}', '||'],
    [
      '{{js "it\'s <b>\\"&=\\\\ \\n\\t\\u00e9\\u2028"}}',
      'it\\\'s \\u003Cb\\u003E\\"\\u0026\\u003D\\\\ \\u000A\\u0009é\\u2028',
    ],
    ['{{urlquery "a b&c=d/é?~-_.!*\'()"}}', 'a+b%26c%3Dd%2F%C3%A9%3F~-_.%21%2A%27%28%29'],
    ['{{eq .nope nil}}', 'true'],
    ['{{print nil .n}}', '<nil> 3'],
    ['{{$x := .nul}}{{$x.y}}|{{$x}}', '<no value>|<no value>'],
  ])('%j prints %j', (template, text) => {
    expect(printed(template)).toBe(text);
  });

  it.each([
    [
      '{{define "x"}}a{{end}}{{define "x"}}b{{end}}{{template "x"}}',
      '1: template: multiple definition of template "x"',
    ],
    ['{{define "output"}}b{{end}}\n\nc', '3: template: multiple definition of template "output"'],
    [
      '{{define "x"}}d{{end}}{{block "x" .kind}}<{{.}}>{{end}}',
      '1: template: multiple definition of template "x"',
    ],
    ['{{if .t}}{{define "x"}}a{{end}}{{end}}', '1: unexpected <define> in command'],
    ['{{define x}}a{{end}}', '1: unexpected "x" in define clause'],
    ['{{define}}a{{end}}', '1: unexpected "}}" in define clause'],
    ['{{define "x" .}}a{{end}}', '1: unexpected <.> in define clause'],
    ['{{define "x"}}a', '1: unexpected EOF'],
    ['{{define "x"}}a{{else}}b{{end}}', '1: unexpected {{else}} in define clause'],
    ['{{template averylongwordindeed}}', '1: unexpected "averylongw"... in template clause'],
    ['{{template}}', '1: unexpected "}}" in template clause'],
    ['{{template .kind}}', '1: unexpected ".kind" in template clause'],
    ['{{block "x"}}a{{end}}', '1: missing value for block clause'],
    ['{{$v := 1}}{{define "x"}}{{$v}}{{end}}', '1: undefined variable "$v"'],
    ['{{range .items}}{{block "x" .}}{{break}}{{end}}{{end}}', '1: {{break}} outside {{range}}'],
    ['{{break}}', '1: {{break}} outside {{range}}'],
    ['{{range .items}}{{else}}{{continue}}{{end}}', '1: {{continue}} outside {{range}}'],
    ['{{range .items}}{{break 1}}{{end}}', '1: unexpected "1" in {{break}}'],
    ['{{with .nope}}a{{else if .kind}}b{{end}}', '1: unexpected <if> in input'],
    ['{{if .t}}a{{end 1}}', '1: unexpected "1" in end'],
    ['{{.kind | template "x"}}', '1: unexpected <template> in command'],
    ['{{define "x"}}\n\n{{nope}}{{end}}', '3: function "nope" not defined'],
  ])('%j cannot be read: %s', (template, why) => {
    expect(printed(template)).toBe(`error parsing template ${template}, template: output:${why}`);
  });

  it.each([
    [
      '{{template "x"}}',
      '1:11: executing "output" at <{{template "x"}}>: template "x" not defined',
    ],
    [
      'a\n  {{if .t}}{{template "x"}}{{end}}',
      '2:22: executing "output" at <{{template "x"}}>: template "x" not defined',
    ],
    [
      '{{template `x y` .kind | len}}',
      '1:11: executing "output" at <{{template "x y" .kind | len}}>: template "x y" not defined',
    ],
    [
      '{{template "very long name of a template" .}}',
      '1:11: executing "output" at <{{template "very long name of a template" .}}>: template "very long name of a template" not defined',
    ],
    [
      '{{define "x"}}{{.kind.y}}{{end}}{{template "x" .}}',
      '1:21: executing "x" at <.kind.y>: can\'t evaluate field y in type interface {}',
    ],
    [
      '{{template "x" .kind}}{{define "x"}}{{.y}}{{end}}',
      '1:38: executing "x" at <.y>: can\'t evaluate field y in type string',
    ],
    [
      '{{template "x" "y" .}}{{define "x"}}a{{end}}',
      '1:15: executing "output" at <"y">: can\'t give argument to non-function "y"',
    ],
    [
      '{{call .kind}}',
      '1:2: executing "output" at <call .kind>: error calling call: non-function .kind of type string',
    ],
    ['{{call .nope}}', '1:2: executing "output" at <call .nope>: error calling call: call of nil'],
    [
      '{{call}}',
      '1:2: executing "output" at <call>: wrong number of args for call: want at least 1 got 0',
    ],
    [
      '{{.kind | call}}',
      '1:10: executing "output" at <call>: error calling call: non-function List of type string',
    ],
    [
      '{{.items | call}}',
      '1:11: executing "output" at <call>: error calling call: non-function <[]interface {} Value> of type []interface {}',
    ],
    [
      '{{call (.kind | len) 2}}',
      '1:2: executing "output" at <call (.kind | len) 2>: error calling call: non-function .kind | len of type int',
    ],
    [
      '{{call len .kind}}',
      '1:7: executing "output" at <len>: wrong number of args for len: want 1 got 0',
    ],
    [
      '{{with .kind}}{{.y}}{{end}}',
      '1:16: executing "output" at <.y>: can\'t evaluate field y in type string',
    ],
  ])('%j ends in %s', (template, why) => {
    expect(printed(template)).toBe(
      `error executing template ${JSON.stringify(template)}: template: output:${why}`,
    );
  });

  it('that calls itself without end is stopped', () => {
    const endless = '{{define "x"}}a{{template "x" .}}{{end}}{{template "x" .}}';
    expect(printed(endless)).toContain(
      'output:1:26: executing "x" at <{{template "x" .}}>: ' +
        'exceeded maximum template depth (100000)',
    );
  });
});
