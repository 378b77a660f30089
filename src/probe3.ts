import { hour } from './base/sim-time.ts';
import { planOfSeed, usualSize } from './faults/generate/plan-of-seed.ts';
import { runPlan } from './faults/run-plan.ts';
const seed=Number(process.argv[2]); 
const plan = process.argv[3]==='long' ? planOfSeed(seed, {...usualSize, mostWork: 120, mostFaults: 72, time: hour/2}) : planOfSeed(seed);
const keep = (process.argv[6]??'').split(',').filter(Boolean).map(Number);
const p = keep.length ? {...plan, inputs: plan.inputs.filter(i=>keep.some(k=>Math.abs(i.at-k*1e6)<1)), cluster: process.argv[7]!} : plan;
const o = runPlan(p);
const re = new RegExp(process.argv[4]!); const n=Number(process.argv[5]);
for (const f of o.facts) { const s=JSON.stringify(f); if (re.test(s)) console.log((f.at/1e6).toFixed(3), s.slice(0, n)); }
console.log(o.broken);
