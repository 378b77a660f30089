// Command diff shows two versions of a part of an object as an error of the API server of Kubernetes
// v1.36.3 does.
//
// In, on stdin: a JSON list of {type, old, new}. Out: a JSON list of diffs.
// `scripts/generate/go-diffs.ts` makes the values and runs it.
package main

import (
	"encoding/json"
	"os"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/diff"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
)

// Change is one value before and after, in JSON of the served version.
type Change struct {
	Type string          `json:"type"`
	Old  json.RawMessage `json:"old"`
	New  json.RawMessage `json:"new"`
}

func main() {
	var changes []Change
	if err := json.NewDecoder(os.Stdin).Decode(&changes); err != nil {
		panic(err)
	}
	diffs := make([]string, 0, len(changes))
	for _, change := range changes {
		diffs = append(diffs, diff.Diff(internal(change.Type, change.Old), internal(change.Type, change.New)))
	}
	if err := json.NewEncoder(os.Stdout).Encode(diffs); err != nil {
		panic(err)
	}
}

// Nothing is defaulted. Only whole objects can be converted, so each part stands in one.
func internal(name string, text json.RawMessage) any {
	switch name {
	case "core.PodSpec":
		pod := v1.Pod{}
		read(text, &pod.Spec)
		return converted(&pod, &core.Pod{}).Spec
	case "core.EphemeralContainer":
		pod := v1.Pod{Spec: v1.PodSpec{EphemeralContainers: make([]v1.EphemeralContainer, 1)}}
		read(text, &pod.Spec.EphemeralContainers[0])
		return converted(&pod, &core.Pod{}).Spec.EphemeralContainers[0]
	case "core.PersistentVolumeClaimSpec":
		claim := v1.PersistentVolumeClaim{}
		read(text, &claim.Spec)
		return converted(&claim, &core.PersistentVolumeClaim{}).Spec
	case "core.PersistentVolumeSource":
		volume := v1.PersistentVolume{}
		read(text, &volume.Spec.PersistentVolumeSource)
		return converted(&volume, &core.PersistentVolume{}).Spec.PersistentVolumeSource
	}
	panic(name)
}

func read(text json.RawMessage, into any) {
	if err := json.Unmarshal(text, into); err != nil {
		panic(err)
	}
}

func converted[T any](external any, into *T) *T {
	if err := legacyscheme.Scheme.Convert(external, into, nil); err != nil {
		panic(err)
	}
	return into
}
