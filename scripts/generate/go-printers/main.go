// Command go-printers prints objects as the API server of Kubernetes v1.36.3 does for `kubectl get`.
//
// In, on stdin: a JSON list of objects. Out: a JSON list of their rows: the cells of each, wide ones
// included, or the words of an error. `scripts/generate/go-printers.mjs` makes the objects and runs it.
package main

import (
	"encoding/json"
	"os"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/coordination/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"
	_ "k8s.io/kubernetes/pkg/apis/storage/install"
	"k8s.io/kubernetes/pkg/printers"
	"k8s.io/kubernetes/pkg/printers/internalversion"
)

// Row is what is printed of one object.
type Row struct {
	Cells []any  `json:"cells,omitempty"`
	Error string `json:"error,omitempty"`
}

func main() {
	var objects []json.RawMessage
	if err := json.NewDecoder(os.Stdin).Decode(&objects); err != nil {
		panic(err)
	}
	generator := printers.NewTableGenerator().With(internalversion.AddHandlers)
	rows := make([]Row, 0, len(objects))
	for _, object := range objects {
		rows = append(rows, rowOf(generator, object))
	}
	if err := json.NewEncoder(os.Stdout).Encode(rows); err != nil {
		panic(err)
	}
}

// Nothing is defaulted: what is printed of a field that is not there is compared too.
func rowOf(generator *printers.HumanReadableGenerator, object json.RawMessage) Row {
	external, _, err := legacyscheme.Codecs.UniversalDeserializer().Decode(object, nil, nil)
	if err != nil {
		return Row{Error: err.Error()}
	}
	internal, err := legacyscheme.Scheme.ConvertToVersion(external, runtime.InternalGroupVersioner)
	if err != nil {
		return Row{Error: err.Error()}
	}
	table, err := generator.GenerateTable(internal, printers.GenerateOptions{Wide: true})
	if err != nil {
		return Row{Error: err.Error()}
	}
	return Row{Cells: table.Rows[0].Cells}
}
