// The guides of operators as programs, against a kube-apiserver: see README.md.
import { clusterPrograms, NoCluster } from './tools.mjs';

try {
  clusterPrograms();
  const { runGuides } = await import('./ways.mjs');
  await runGuides();
} catch (error) {
  if (!(error instanceof NoCluster)) throw error;
  console.log(`cluster: skipped, ${error.message}.`);
}
