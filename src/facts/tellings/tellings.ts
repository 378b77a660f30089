/** The telling of every kind of fact that can be a beat. */
import type { Fact, FactOf } from '#trace/facts';
import { isPassedOn } from '../requests.ts';
import { hasLostLease } from '../run.ts';
import type { Telling } from '../telling.ts';
import { subresourceOf } from '../words.ts';
import {
  ofAdmitted,
  ofAuthenticated,
  ofAuthorized,
  ofDenied,
  ofFlowRejected,
  ofInvalid,
  ofKubeletRefusal,
} from './checks.ts';
import { isPersonsChange, ofNoConnection, ofOutput, ofRefusedAnswer, ofRequest } from './client.ts';
import { ofExec, ofPassedOn } from './connect.ts';
import { ofDecision, ofEnqueued, ofWaitingClaim } from './controllers.ts';
import { ofHostAction, ofLeader, ofLostLease, ofRaft, ofRefusedAct } from './machine.ts';
import { ofDns, ofPacketHop, ofPolicies, ofRules } from './network.ts';
import {
  ofCall,
  ofEvent,
  ofExit,
  ofNetwork,
  ofNewContent,
  ofPlan,
  ofPodSync,
  ofSeen,
} from './node.ts';
import { ofFailed, ofFiltered, ofPopped, ofSelected } from './scheduler.ts';
import { ofTyped } from './session.ts';
import { ofWrite } from './store.ts';
import type { TellingRun } from './telling-run.ts';

const told = /^(RunPodSandbox|PullImage|StartContainer|StopContainer|UpdateContainerResources)$/;

/** Tells a fact; `undefined` for a kind whose caption is enough. */
export function tellingOf(fact: Fact, run: TellingRun): Telling | undefined {
  switch (fact.type) {
    case 'TxnCommitted':
      return ofWrite(fact, run);
    case 'DecisionMade':
      return ofDecision(fact, run);
    case 'KeyAdded':
      return ofEnqueued(fact, run);
    case 'CriReturned':
      if (fact.method === 'Exec' && fact.error === undefined) return ofExec(fact, run);
      return fact.error !== undefined || told.test(fact.method) ? ofCall(fact, run) : undefined;
    case 'HostActionTaken':
      return ofHostAction(fact);
    case 'ComponentStopped':
      return hasLostLease(fact) ? ofLostLease(fact) : undefined;
    case 'PacketHop':
      return ofPacketHop(fact, run);
    case 'DnsAnswered':
      return ofDns(fact, run);
    case 'ProxyRulesSynced':
      return ofRules(fact, run);
    case 'PolicyRulesSynced':
      return ofPolicies(fact, run);
    case 'LeaderElected':
      return ofLeader(fact);
    case 'RaftRoleChanged':
      return ofRaft(fact);
    case 'Noted':
      return ofRefusedAct(fact);
    default:
      return ofRequestFact(fact, run) ?? ofSchedulerFact(fact, run) ?? ofKubeletFact(fact, run);
  }
}

/** What a person wants changed, and the binding; the captions tell what other programs send. */
const asksForChange = (fact: FactOf<'RequestSent'>): boolean =>
  subresourceOf(fact.url) === '/binding' || isPersonsChange(fact);

function ofRequestFact(fact: Fact, run: TellingRun): Telling | undefined {
  switch (fact.type) {
    case 'RequestSent':
      if (isPassedOn(fact)) return ofPassedOn(fact, run);
      return asksForChange(fact) ? ofRequest(fact, run) : undefined;
    case 'Authenticated':
      return fact.succeeded ? undefined : ofAuthenticated(fact, run);
    case 'FlowControlled':
      return fact.outcome === 'rejected' ? ofFlowRejected(fact, run) : undefined;
    case 'Authorized':
      return ofAuthorized(fact, run);
    case 'Mutated':
      return fact.plugins.some(({ outcome }) => outcome === 'denied')
        ? ofDenied(fact, run)
        : undefined;
    case 'Validated':
      return fact.errors.length > 0 ? ofInvalid(fact, run) : undefined;
    case 'Admitted':
      return ofAdmitted(fact, run);
    case 'ResponseReceived':
      return fact.code >= 400 ? ofRefusedAnswer(fact, run) : undefined;
    case 'ConnectionFailed':
      return ofNoConnection(fact, run);
    case 'OutputPrinted':
      return ofOutput(fact, run);
    case 'TerminalTyped':
      return ofTyped(fact, run);
    default:
      return undefined;
  }
}

function ofSchedulerFact(fact: Fact, run: TellingRun): Telling | undefined {
  switch (fact.type) {
    case 'PodPopped':
      return ofPopped(fact, run);
    case 'NodesFiltered':
      return ofFiltered(fact, run);
    case 'HostSelected':
      return ofSelected(fact, run);
    case 'SchedulingFailed':
      return ofFailed(fact, run);
    default:
      return undefined;
  }
}

function ofKubeletFact(fact: Fact, run: TellingRun): Telling | undefined {
  switch (fact.type) {
    case 'PodAdmitted':
      return fact.admitted ? undefined : ofKubeletRefusal(fact);
    case 'PodSyncStarted':
      return fact.state === 'terminated' ? undefined : ofPodSync(fact, run);
    case 'PodActionsComputed':
      return ofPlan(fact, run);
    case 'PodStatusSet':
      return ofSeen(fact, run);
    case 'CniStep':
      return fact.command === 'ADD' && fact.result['bridge'] !== undefined
        ? ofNetwork(fact, run)
        : undefined;
    case 'ProcessExited':
      return ofExit(fact, run);
    case 'EventRecorded':
      return fact.reason === 'WaitForFirstConsumer' ? ofWaitingClaim(fact) : ofEvent(fact, run);
    case 'VolumeContentUpdated':
      return ofNewContent(fact, run);
    default:
      return undefined;
  }
}
