// Command go-tables answers inputs with the Go modules that Kubernetes v1.36.3 is built of.
//
// In, on stdin: JSON with a list of inputs of each kind. Out: JSON with the list of their answers,
// in the same order. `scripts/generate/go-tables.mjs` makes the inputs and runs it.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	cron "github.com/robfig/cron/v3"
	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/duration"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/client-go/util/jsonpath"
)

// Answer is a value, or the words of an error.
type Answer struct {
	Value any    `json:"value,omitempty"`
	Error string `json:"error,omitempty"`
	// Of an expression in CEL.
	Cost uint64 `json:"cost,omitempty"`
}

func answer(value any, err error) Answer {
	if err != nil {
		return Answer{Error: err.Error()}
	}
	return Answer{Value: value}
}

type selectorInput struct {
	Selector string
	Sets     []map[string]string
}

type regexpInput struct{ Pattern, Text string }

type patchInput struct{ Document, Patch json.RawMessage }

type strategicInput struct {
	Kind            string
	Document, Patch json.RawMessage
}

type cronInput struct {
	Schedule string
	From     int64
}

type jsonpathInput struct {
	Template string
	Object   json.RawMessage
}

type inputs struct {
	Quantities []string
	Selectors  []selectorInput
	Regexps    []regexpInput
	JSON       []patchInput
	Merge      []patchInput
	Strategic  []strategicInput
	Crons      []cronInput
	Durations  []int64
	Jsonpaths  []jsonpathInput
	CEL        celInputs
}

func quantity(text string) Answer {
	parsed, err := resource.ParseQuantity(text)
	// It keeps the text that it was read from until it is changed.
	parsed.Neg()
	parsed.Neg()
	return answer(parsed.String(), err)
}

func selector(input selectorInput) Answer {
	parsed, err := labels.Parse(input.Selector)
	if err != nil {
		return Answer{Error: err.Error()}
	}
	matches := []bool{}
	for _, set := range input.Sets {
		matches = append(matches, parsed.Matches(labels.Set(set)))
	}
	return Answer{Value: map[string]any{"text": parsed.String(), "matches": matches}}
}

func expression(input regexpInput) Answer {
	compiled, err := regexp.Compile(input.Pattern)
	if err != nil {
		return Answer{Error: err.Error()}
	}
	return Answer{Value: map[string]any{
		"groups":   compiled.FindStringSubmatch(input.Text),
		"all":      compiled.FindAllString(input.Text, -1),
		"replaced": compiled.ReplaceAllString(input.Text, "<$0>"),
	}}
}

func jsonPatch(input patchInput) Answer {
	patch, err := jsonpatch.DecodePatch(input.Patch)
	if err != nil {
		return Answer{Error: err.Error()}
	}
	result, err := patch.Apply(input.Document)
	return answer(json.RawMessage(result), err)
}

func mergePatch(input patchInput) Answer {
	result, err := jsonpatch.MergePatch(input.Document, input.Patch)
	return answer(json.RawMessage(result), err)
}

func strategicPatch(input strategicInput) Answer {
	var object any
	switch input.Kind {
	case "Pod":
		object = corev1.Pod{}
	case "Service":
		object = corev1.Service{}
	default:
		object = appsv1.Deployment{}
	}
	result, err := strategicpatch.StrategicMergePatch(input.Document, input.Patch, object)
	return answer(json.RawMessage(result), err)
}

func nextTimes(input cronInput) Answer {
	schedule, err := cron.ParseStandard(input.Schedule)
	if err != nil {
		return Answer{Error: err.Error()}
	}
	times := []int64{}
	at := time.Unix(input.From, 0).UTC()
	for range 4 {
		at = schedule.Next(at)
		if at.IsZero() {
			break
		}
		times = append(times, at.Unix())
	}
	return Answer{Value: times}
}

// As Kubernetes decodes it: whole numbers are int64.
func decoded(text json.RawMessage) any {
	var object any
	if err := utiljson.Unmarshal(text, &object); err != nil {
		panic(err)
	}
	return object
}

func printed(input jsonpathInput) Answer {
	path := jsonpath.New("out").AllowMissingKeys(true)
	if err := path.Parse(input.Template); err != nil {
		return Answer{Error: err.Error()}
	}
	var out strings.Builder
	err := path.Execute(&out, decoded(input.Object))
	return answer(out.String(), err)
}

func each[T any](list []T, ask func(T) Answer) []Answer {
	answers := []Answer{}
	for _, input := range list {
		answers = append(answers, careful(input, ask))
	}
	return answers
}

// A panic of a module is its answer.
func careful[T any](input T, ask func(T) Answer) (result Answer) {
	defer func() {
		if fault := recover(); fault != nil {
			result = Answer{Error: fmt.Sprintf("panic: %v", fault)}
		}
	}()
	return ask(input)
}

func main() {
	var given inputs
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(map[string][]Answer{
		"quantities": each(given.Quantities, quantity),
		"selectors":  each(given.Selectors, selector),
		"regexps":    each(given.Regexps, expression),
		"json":       each(given.JSON, jsonPatch),
		"merge":      each(given.Merge, mergePatch),
		"strategic":  each(given.Strategic, strategicPatch),
		"crons":      each(given.Crons, nextTimes),
		"durations": each(given.Durations, func(seconds int64) Answer {
			return Answer{Value: duration.HumanDuration(time.Duration(seconds) * time.Second)}
		}),
		"jsonpaths": each(given.Jsonpaths, printed),
		"cel":       each(given.CEL.Expressions, evaluator(decoded(given.CEL.Object))),
	})
	if err != nil {
		panic(err)
	}
}
