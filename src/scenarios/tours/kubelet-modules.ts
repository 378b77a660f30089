/** The second text: the modules of the kubelet, and its five questions. */
import { beginning } from './kubelet-modules-beginning.ts';
import { guarding } from './kubelet-modules-guarding.ts';
import {
  burstAndBest,
  hooks,
  oom,
  probes,
  staticWeb,
  twoInOne,
} from './kubelet-modules-manifests.ts';
import { minding } from './kubelet-modules-minding.ts';
import type { Tour } from './tour.ts';

export const tour: Tour = {
  id: 'kubelet-modules',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl create deployment web --image=nginx:1.28 --replicas=2' },
    { after: 20, line: 'kubectl logs deployment/web' },
    { after: 5, line: 'kubectl scale deployment web --replicas=3' },
    { after: 20, action: 'reboot_node 2' },
    { after: 65, action: 'stop_component node-2-containerd' },
    { after: 45, action: 'start_component node-2-containerd' },
    { after: 30, action: 'end_process nginx' },
    { after: 25, line: 'kubectl apply -f -', stdin: probes },
    { after: 35, line: 'kubectl apply -f -', stdin: twoInOne },
    { after: 30, action: `put_manifest 3 '${staticWeb}'` },
    { after: 25, line: 'kubectl apply -f -', stdin: burstAndBest },
    { after: 30, action: 'use_memory 1 23850Mi' },
    { after: 40, action: 'use_memory 1 0' },
    { after: 20, line: 'kubectl set image deployment/web nginx=nginx:1.29' },
    { after: 30, action: 'use_disk 1 84.5Gi' },
    { after: 190, action: 'use_disk 1 0' },
    { after: 10, action: 'end_process nginx' },
    { after: 30, action: 'end_process nginx' },
    { after: 20, line: 'kubectl delete pod probes --now' },
    { after: 70, line: 'kubectl apply -f -', stdin: oom },
    { after: 30, line: 'kubectl delete pod oom --now' },
    { after: 15, line: 'kubectl run fresh --image=busybox:latest -- sleep 3600' },
    { after: 20, line: 'kubectl describe node node-1' },
    { after: 15, line: 'kubectl exec two-in-one -c b -- wget -qO- localhost' },
    { after: 10, line: 'kubectl apply -f -', stdin: hooks },
    { after: 25, line: 'kubectl delete pod hooks' },
  ],
  chapters: [...beginning, ...minding, ...guarding],
};
