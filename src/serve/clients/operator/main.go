// Command webapp-operator is an operator as people write it with controller-runtime: it makes a
// Deployment and a Service of each WebApp, writes what it sees into the WebApp's status, and says
// goodbye by a finalizer. The project runs it against a served cluster.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const finalizer = "example.com/farewell"

var groupVersion = schema.GroupVersion{Group: "example.com", Version: "v1"}

// WebAppSpec is what somebody wants.
type WebAppSpec struct {
	Image    string `json:"image"`
	Replicas int32  `json:"replicas"`
	Port     int32  `json:"port"`
}

// WebAppStatus is what the operator saw.
type WebAppStatus struct {
	AvailableReplicas  int32              `json:"availableReplicas"`
	ObservedGeneration int64              `json:"observedGeneration,omitempty"`
	Conditions         []metav1.Condition `json:"conditions,omitempty"`
}

// WebApp is a program with some replicas, behind a Service.
type WebApp struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WebAppSpec   `json:"spec"`
	Status            WebAppStatus `json:"status,omitempty"`
}

// WebAppList is a list of them.
type WebAppList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []WebApp `json:"items"`
}

// DeepCopyObject copies, as the cache asks for.
func (w *WebApp) DeepCopyObject() runtime.Object {
	out := *w
	w.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	out.Status.Conditions = append([]metav1.Condition(nil), w.Status.Conditions...)
	return &out
}

// DeepCopyObject copies, as the cache asks for.
func (l *WebAppList) DeepCopyObject() runtime.Object {
	out := *l
	out.Items = make([]WebApp, len(l.Items))
	for i := range l.Items {
		out.Items[i] = *l.Items[i].DeepCopyObject().(*WebApp)
	}
	return &out
}

type reconciler struct {
	client.Client
	recorder events.EventRecorder
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	app := &WebApp{}
	if err := r.Get(ctx, req.NamespacedName, app); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !app.DeletionTimestamp.IsZero() {
		r.recorder.Eventf(app, nil, corev1.EventTypeNormal, "Farewell", "Delete", "%s is going", app.Name)
		controllerutil.RemoveFinalizer(app, finalizer)
		return ctrl.Result{}, r.Update(ctx, app)
	}
	if controllerutil.AddFinalizer(app, finalizer) {
		return ctrl.Result{}, r.Update(ctx, app)
	}
	deployment, err := r.deploymentOf(ctx, app)
	if err != nil {
		return ctrl.Result{}, err
	}
	if err := r.serviceOf(ctx, app); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.writeStatus(ctx, app, deployment)
}

func (r *reconciler) deploymentOf(ctx context.Context, app *WebApp) (*appsv1.Deployment, error) {
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: app.Name, Namespace: app.Namespace}}
	labels := map[string]string{"webapp": app.Name}
	result, err := controllerutil.CreateOrUpdate(ctx, r.Client, deployment, func() error {
		deployment.Spec.Replicas = &app.Spec.Replicas
		deployment.Spec.Selector = &metav1.LabelSelector{MatchLabels: labels}
		deployment.Spec.Template.Labels = labels
		containers := deployment.Spec.Template.Spec.Containers
		if len(containers) == 0 {
			containers = []corev1.Container{{Name: "web"}}
		}
		containers[0].Image = app.Spec.Image
		deployment.Spec.Template.Spec.Containers = containers
		return controllerutil.SetControllerReference(app, deployment, r.Scheme())
	})
	if result != controllerutil.OperationResultNone && err == nil {
		r.recorder.Eventf(app, deployment, corev1.EventTypeNormal, "Deployment", "Apply", "%s %s", deployment.Name, result)
	}
	return deployment, err
}

func (r *reconciler) serviceOf(ctx context.Context, app *WebApp) error {
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: app.Name, Namespace: app.Namespace}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, service, func() error {
		service.Spec.Selector = map[string]string{"webapp": app.Name}
		service.Spec.Ports = []corev1.ServicePort{{Port: 80, Protocol: "TCP", TargetPort: intstr.FromInt32(app.Spec.Port)}}
		return controllerutil.SetControllerReference(app, service, r.Scheme())
	})
	return err
}

func (r *reconciler) writeStatus(ctx context.Context, app *WebApp, deployment *appsv1.Deployment) error {
	before := app.DeepCopyObject().(*WebApp)
	app.Status.AvailableReplicas = deployment.Status.AvailableReplicas
	app.Status.ObservedGeneration = app.Generation
	ready := metav1.ConditionFalse
	if deployment.Status.AvailableReplicas == app.Spec.Replicas {
		ready = metav1.ConditionTrue
	}
	meta.SetStatusCondition(&app.Status.Conditions, metav1.Condition{
		Type: "Ready", Status: ready, Reason: "Counted", ObservedGeneration: app.Generation,
		Message: fmt.Sprintf("%d of %d are available", deployment.Status.AvailableReplicas, app.Spec.Replicas),
	})
	return r.Status().Patch(ctx, app, client.MergeFrom(before))
}

func main() {
	ctrl.SetLogger(zap.New(zap.UseDevMode(true)))
	scheme := runtime.NewScheme()
	must(clientgoscheme.AddToScheme(scheme))
	scheme.AddKnownTypes(groupVersion, &WebApp{}, &WebAppList{})
	metav1.AddToGroupVersion(scheme, groupVersion)
	wait := 15 * time.Second
	manager, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Scheme:                  scheme,
		Metrics:                 server.Options{BindAddress: "0"},
		LeaderElection:          true,
		LeaderElectionID:        "webapp-operator",
		LeaderElectionNamespace: "default",
		LeaseDuration:           &wait,
	})
	must(err)
	must(ctrl.NewControllerManagedBy(manager).For(&WebApp{}).Owns(&appsv1.Deployment{}).Owns(&corev1.Service{}).
		Complete(&reconciler{manager.GetClient(), manager.GetEventRecorder("webapp-operator")}))
	must(manager.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
