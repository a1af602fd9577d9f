/** Kubernetes makes names of these characters only, so that they form no words. */
const made = '[bcdfghjklmnpqrstvwxz2456789]';
const ofDeployment = new RegExp(`^(.+)-${made}{6,10}-${made}{5}$`);
const ofStatefulSet = /^(.+)-\d+$/;

/** The Deployment or StatefulSet that a pod's name is made from; null: its name does not tell. */
export function podOwner(podName: string): string | null {
  return (ofDeployment.exec(podName) ?? ofStatefulSet.exec(podName))?.[1] ?? null;
}
