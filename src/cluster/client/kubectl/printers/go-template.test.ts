/** Templates whose results are those of Go's text/template, which was run on the same object. */
import { describe, expect, it } from 'vitest';
import { printed } from './go-template.fixture.ts';

describe('a Go template', () => {
  it.each([
    ['{{.kind}}', 'List'],
    ['{{range .items}}{{.metadata.name}}{{"\\n"}}{{end}}', 'x\ny\n'],
    ['{{range $i, $e := .items}}{{$i}}={{$e.metadata.name}} {{end}}', '0=x 1=y '],
    ['{{len .items}}', '2'],
    ['{{.nope}}', '<no value>'],
    ['{{.nope.x.y}}', '<no value>'],
    [
      '{{.n}} {{.big}} {{.f}} {{.m}} {{.mil}} {{.t}} {{.nul}}',
      '3 1.00065e+09 0.5 1e+21 1e+06 true <no value>',
    ],
    ['{{eq .n 3.0}}', 'true'],
    ['{{eq .kind "List"}}', 'true'],
    ['{{if eq .nope "x"}}a{{else}}b{{end}}', 'b'],
    ['{{index .items 0 "metadata" "labels" "a/b"}}', 'c'],
    ['{{index .em "x"}}', '<no value>'],
    ['{{with .items}}{{len .}}{{end}}{{with .empty}}no{{else}}none{{end}}', '2none'],
    ['{{- .kind -}}  x', 'Listx'],
    ['a {{- /* c */ -}} b', 'ab'],
    ['{{printf "%s-%d|%5s|%-5s|%v" .kind 3 "a" "b" .n}}', 'List-3|    a|b    |3'],
    ['{{printf "%d" .n}}', '%!d(float64=3)'],
    ['{{printf "%s" .n}}', '%!s(float64=3)'],
    ['{{printf "%.2f %q %t %%" .f .s .t}}', '0.50 "a\\"b" true %'],
    ['{{print .kind .n 3 4 "x"}}', 'List3 3 4x'],
    ['{{println .kind 1}}', 'List 1\n'],
    ['{{.b64 | base64decode}}', 'hi'],
    ['{{if .nope}}a{{else if .t}}b{{else}}c{{end}}', 'b'],
    ['{{$x := .kind}}{{$x}}{{range .items}}{{$x = .metadata.name}}{{end}}{{$x}}', 'Listy'],
    ['{{range $k, $v := (index .items 0).metadata.labels}}{{$k}}:{{$v}},{{end}}', 'a/b:c,app:web,'],
    ['{{(index .items 0).metadata.name}}', 'x'],
    ['{{lt 1 2}} {{gt 1 2}} {{le 2 2}} {{ge 1 2}} {{ne 1 2}}', 'true false true false true'],
    ['{{lt .n 5.0}}', 'true'],
    ['{{gt "b" "a"}}', 'true'],
    ['{{"a\\"b"}}', 'a"b'],
    ['{{`raw`}}', 'raw'],
    ['{{range .em}}a{{else}}b{{end}}', 'b'],
    ['{{ .kind | printf "%s!" }}', 'List!'],
    ['{{ index .items 0 | len }}', '2'],
    ['{{eq .kind "a" "List"}}', 'true'],
    ['{{(index .items 0).spec.containers}}', '[map[image:nginx name:c1] map[name:c2]]'],
    ['{{range .items}}{{range .spec.containers}}{{.image}},{{end}};{{end}}', 'nginx,<no value>,;;'],
    ["{{ 'a' }}", '97'],
    ['{{1.5}} {{-2}} {{1e3}}', '1.5 -2 1000'],
    ['{{slice .kind 1 2}}', 'i'],
    ['{{printf "%x" 255}}', 'ff'],
    ['{{printf "%d %d" 1}}', '1 %!d(MISSING)'],
    ['{{printf "%d" 1 2}}', '1%!(EXTRA int=2)'],
    ['{{printf "%T %T %T" .n .items 1}}', 'float64 []interface {} int'],
    ['{{(.kind)}}', 'List'],
    ['{{with $x := .kind}}{{$x}}{{.}}{{end}}', 'ListList'],
    ['{{if $x := .n}}{{$x}}{{end}}', '3'],
    ['{{.kind |}}', 'List'],
    ['{{range $i, $e := .em}}{{end}}ok', 'ok'],
    ['{{.t | not | printf "%v"}}', 'false'],
  ])('%j prints %j', (template, text) => {
    expect(printed(template)).toBe(text);
  });

  it.each([
    ['{{foo .x}}', 'template: output:1: function "foo" not defined'],
    ['{{.kind', 'template: output:1: unclosed action'],
    ['{{if .x}}', 'template: output:1: unexpected EOF'],
    ['{{end}}', 'template: output:1: unexpected {{end}}'],
    ['{{range .items}}{{else}}{{else}}{{end}}', 'template: output:1: expected end; found {{else}}'],
    ['{{.}}x{{', 'template: output:1: unclosed action'],
    ['{{.metadata.labels.a/b}}', "template: output:1: bad character U+002F '/'"],
    ['{{$y}}', 'template: output:1: undefined variable "$y"'],
    ['{{ }}', 'template: output:1: missing value for command'],
    ['{{if}}x{{end}}', 'template: output:1: missing value for if'],
    ['{{(.kind}}', 'template: output:1: unclosed left paren'],
    ['{{.kind)}}', 'template: output:1: unexpected right paren'],
    ['{{else}}', 'template: output:1: unexpected {{else}}'],
    ['{{if .t}}a{{else if .n}}', 'template: output:1: unexpected EOF'],
    ['{{"unterminated}}', 'template: output:1: unterminated quoted string'],
    ['{{/* c}}', 'template: output:1: unclosed comment'],
    ['{{.kind | nope}}', 'template: output:1: function "nope" not defined'],
    ['{{| .kind}}', 'template: output:1: unexpected "|" in command'],
    ['{{1 | 2}}', 'template: output:1: non executable command in pipeline stage 2'],
  ])('%j cannot be read: %s', (template, why) => {
    expect(printed(template)).toBe(`error parsing template ${template}, ${why}`);
  });

  it.each([
    [
      '{{.kind.x}}',
      'template: output:1:7: executing "output" at <.kind.x>: can\'t evaluate field x in type interface {}',
    ],
    [
      '{{.nul.x}}',
      'template: output:1:6: executing "output" at <.nul.x>: nil pointer evaluating interface {}.x',
    ],
    [
      '{{eq .n 3}}',
      'template: output:1:2: executing "output" at <eq .n 3>: error calling eq: incompatible types for comparison: float64 and int',
    ],
    [
      '{{index .items 5}}',
      'template: output:1:2: executing "output" at <index .items 5>: error calling index: index out of range: 5',
    ],
    [
      '{{index .nope "x"}}',
      'template: output:1:2: executing "output" at <index .nope "x">: error calling index: index of untyped nil',
    ],
    [
      '{{lt .n 5}}',
      'template: output:1:2: executing "output" at <lt .n 5>: error calling lt: incompatible types for comparison: float64 and int',
    ],
    [
      '{{range .kind}}{{end}}',
      'template: output:1:8: executing "output" at <.kind>: range can\'t iterate over List',
    ],
    [
      '{{range .n}}x{{end}}',
      'template: output:1:8: executing "output" at <.n>: range can\'t iterate over 3',
    ],
    [
      '{{len .n}}',
      'template: output:1:2: executing "output" at <len .n>: error calling len: len of type float64',
    ],
    [
      '{{len .nope}}',
      'template: output:1:2: executing "output" at <len .nope>: error calling len: reflect: call of reflect.Value.Type on zero Value',
    ],
    [
      '{{not}}',
      'template: output:1:2: executing "output" at <not>: wrong number of args for not: want 1 got 0',
    ],
    [
      '{{index}}',
      'template: output:1:2: executing "output" at <index>: wrong number of args for index: want at least 1 got 0',
    ],
    [
      '{{.items.name}}',
      'template: output:1:8: executing "output" at <.items.name>: can\'t evaluate field name in type interface {}',
    ],
    [
      '{{true}} {{nil}}',
      'template: output:1:11: executing "output" at <nil>: nil is not a command',
    ],
    [
      '{{.kind .n}}',
      'template: output:1:2: executing "output" at <.kind>: kind is not a method but has arguments',
    ],
    [
      '{{index .em 0}}',
      'template: output:1:2: executing "output" at <index .em 0>: error calling index: value has type int; should be string',
    ],
    [
      '{{lt .t .t}}',
      'template: output:1:2: executing "output" at <lt .t .t>: error calling lt: invalid type for comparison',
    ],
    [
      '{{eq 1}}',
      'template: output:1:2: executing "output" at <eq 1>: error calling eq: missing argument for comparison',
    ],
    [
      '{{len}}',
      'template: output:1:2: executing "output" at <len>: wrong number of args for len: want 1 got 0',
    ],
  ])('%j ends in %s', (template, why) => {
    expect(printed(template)).toBe(`error executing template ${JSON.stringify(template)}: ${why}`);
  });

  it('knows what kubectl adds', () => {
    expect(printed('{{.b64 | base64decode}} {{exists . "kind"}} {{exists . "x" "y"}}')).toBe(
      'hi true false',
    );
  });
});
