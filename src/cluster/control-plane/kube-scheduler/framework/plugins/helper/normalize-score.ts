/**
 * Scales raw scores so that the highest becomes 100; reversed, the lowest raw score wins.
 * Models kubernetes/pkg/scheduler/framework/plugins/helper/normalize_score.go.
 */
import { maxNodeScore } from '../../interface.ts';

export function defaultNormalizeScore(scores: readonly number[], reverse: boolean): number[] {
  let max = 0;
  for (const score of scores) if (score > max) max = score;
  if (max === 0) return scores.map((score) => (reverse ? maxNodeScore : score));
  return scores.map((score) => {
    const scaled = Math.trunc((maxNodeScore * score) / max);
    return reverse ? maxNodeScore - scaled : scaled;
  });
}
