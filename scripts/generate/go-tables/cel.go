package main

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/google/cel-go/cel"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/structpb"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// What an expression sees. The same object stands in go-tables.mjs.
type celInputs struct {
	Object      json.RawMessage
	Expressions []string
}

func expressionsEnv() *cel.Env {
	base := environment.MustBaseEnvSet(version.MajorMinor(1, 36))
	extended, err := base.Extend(
		environment.VersionedOptions{
			IntroducedVersion: version.MajorMinor(1, 0),
			EnvOptions:        []cel.EnvOption{cel.Variable("object", cel.DynType)},
		},
		environment.StrictCostOpt,
	)
	if err != nil {
		panic(err)
	}
	env, err := extended.Env(environment.StoredExpressions)
	if err != nil {
		panic(err)
	}
	return env
}

// The value as JSON with the cost of the evaluation, or the words of an error.
func evaluator(object any) func(string) Answer {
	env := expressionsEnv()
	return func(expression string) Answer {
		ast, issues := env.Compile(expression)
		if issues != nil {
			return Answer{Error: "compilation failed: " + issues.String()}
		}
		program, err := env.Program(ast, cel.InterruptCheckFrequency(apiservercel.CheckFrequency))
		if err != nil {
			return Answer{Error: err.Error()}
		}
		result, details, err := program.ContextEval(
			context.Background(), map[string]any{"object": object})
		var cost uint64
		if details != nil && details.ActualCost() != nil {
			cost = *details.ActualCost()
		}
		if err != nil {
			return Answer{Error: err.Error(), Cost: cost}
		}
		native, err := result.ConvertToNative(reflect.TypeFor[*structpb.Value]())
		if err != nil {
			return Answer{Error: err.Error(), Cost: cost}
		}
		text, err := protojson.Marshal(native.(*structpb.Value))
		if err != nil {
			return Answer{Error: err.Error(), Cost: cost}
		}
		return Answer{Value: json.RawMessage(strings.TrimSpace(string(text))), Cost: cost}
	}
}
