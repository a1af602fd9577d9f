import { parse } from 'yaml';
import { readDeployFile } from './deploy-files.ts';

/** Values that somebody may run the chart with, by what they are for. */
export const chartValues: Record<string, Record<string, unknown>> = {
  'nothing but the defaults': {},
  'other names': { nameOverride: 'mon', commonLabels: { team: 'ops' }, serviceAccount: { name: 'watcher' } },
  'one full name': { fullnameOverride: 'alerting', serviceAccount: { create: false } },
  'an image by its digest, from a registry with a password': {
    image: {
      repository: 'registry.example.com/m',
      digest: `sha256:${'a'.repeat(64)}`,
      pullSecrets: [{ name: 'r' }],
    },
  },
  'no first key, a file and a dead-man’s-switch from Secrets': {
    apiKey: { existingSecret: '' },
    config: { existingSecret: 'channels', key: 'file' },
    deadman: { existingSecret: 'switch' },
    secretsRevision: '2',
  },
  'where pods may run': {
    nodeSelector: { disk: 'ssd' },
    tolerations: [{ key: 'dedicated', operator: 'Exists', effect: 'NoSchedule' }],
    affinity: {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 1, podAffinityTerm: { topologyKey: 'zone', labelSelector: { matchLabels: { a: 'b' } } } },
        ],
      },
    },
    topologySpread: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', minDomains: 3 }],
    priorityClassName: 'high',
    worker: { priorityClassName: 'higher', nodeSelector: { pool: 'workers' } },
  },
  'no wishes about where, and a user of OpenShift': {
    topologySpread: [],
    podSecurityContext: { runAsUser: null, runAsGroup: null, fsGroup: null },
  },
  'marks on pods and services': {
    podLabels: { cost: 'ops' },
    podAnnotations: { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'true' },
    deploymentAnnotations: { note: 'x' },
    service: { type: 'LoadBalancer', port: 8080, annotations: { lb: 'internal' } },
    serviceAccount: { annotations: { role: 'none' } },
  },
  'other probes': { probes: { startup: { failureThreshold: 30 }, liveness: { initialDelaySeconds: 5 } } },
  'an ingress for any host': { ingress: { enabled: true } },
  'a Gateway and paths of one’s own': {
    httpRoute: {
      enabled: true,
      parentRefs: [{ name: 'public', sectionName: 'https' }],
      annotations: { a: 'b' },
    },
    publicPaths: [{ path: '/api', pathType: 'Prefix' }],
  },
  'autoscaling by load': {
    api: { autoscaling: { enabled: true } },
    worker: { autoscaling: { kind: 'hpa' } },
    podDisruptionBudget: { maxUnavailable: '25%' },
  },
  'autoscaling by KEDA': { worker: { autoscaling: { kind: 'keda' } } },
  'a Prometheus operator with steps of its own': {
    serviceMonitor: {
      enabled: true,
      relabelings: [{ targetLabel: 'cluster', replacement: 'a' }],
      metricRelabelings: [{ sourceLabels: ['__name__'], regex: 'nodejs_.*', action: 'drop' }],
    },
    grafanaDashboards: { enabled: true, namespace: 'grafana' },
  },
  'a network where nobody may do anything': {
    networkPolicy: { apiFrom: [{ podSelector: {} }], metricsFrom: [], outboundPorts: [] },
  },
  'no network policy and no budget': {
    networkPolicy: { enabled: false },
    podDisruptionBudget: { enabled: false },
  },
  ...Object.fromEntries(examples()),
};

/** Every example of values in the chart's README. */
function examples(): [string, Record<string, unknown>][] {
  const readme = readDeployFile('deploy/helm/service-monitor/README.md');
  return [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ''], index) => {
    return [`example ${index + 1} of the README`, parse(text) as Record<string, unknown>];
  });
}
