/** One way to send heartbeats, as lines to copy. */
export interface Snippet {
  name: string;
  /** Where the lines belong. */
  where: string;
  text: string;
}

/** Where the lines lead, and the key that they hold. */
interface Access {
  origin: string;
  key: string;
}

/** Ways to send the first heartbeats, with address and key filled in. */
export function snippets({ origin, key }: Access): Snippet[] {
  return [
    {
      name: 'curl',
      where:
        'A terminal. It registers an instance, and sends a heartbeat every ten seconds until you stop it.',
      text: lines(
        `export SERVICE_MONITOR_URL=${origin} SERVICE_MONITOR_API_KEY=${key}`,
        `ask() { curl -fsS "$SERVICE_MONITOR_URL$1" -H "X-API-Key: $SERVICE_MONITOR_API_KEY" -H 'Content-Type: application/json' -d "$2"; }`,
        `id=$(ask /api/services/register '{"serviceName":"checkout","environment":"production","hostname":"h1","port":8080}' | sed -E 's/.*"instanceId":"([^"]*)".*/\\1/')`,
        `while ask /api/services/heartbeat "{\\"instanceId\\":\\"$id\\"}"; do sleep 10; done`,
      ),
    },
    {
      name: '.NET',
      where: 'appsettings.json, and Program.cs after dotnet add package ServiceMonitor.Client.',
      text: lines(
        `{ "ServiceMonitor": { "BaseUrl": "${origin}", "ApiKey": "${key}" } }`,
        '',
        'builder.Services.AddMonitor(builder.Configuration);',
      ),
    },
    {
      name: 'Node',
      where: 'The start of your program, after npm install @service-monitor/client.',
      text: lines(
        `import { addMonitor } from '@service-monitor/client';`,
        '',
        'addMonitor({',
        `  baseUrl: '${origin}',`,
        `  apiKey: '${key}',`,
        `  serviceName: 'checkout',`,
        `  environment: 'production',`,
        '  handleSignals: true,',
        '});',
      ),
    },
    {
      name: 'systemd',
      where:
        'The unit of any program: it is watched without a line of code in it. Needs npm install --global @service-monitor/client.',
      text: lines(
        '[Service]',
        `Environment=SERVICE_MONITOR_URL=${origin}`,
        `Environment=SERVICE_MONITOR_API_KEY=${key}`,
        'ExecStart=service-monitor run --service checkout --instance %H -- /opt/checkout/bin/checkout',
        'KillMode=mixed',
        'SuccessExitStatus=143',
      ),
    },
    {
      name: 'Kubernetes',
      where: 'A terminal, then a sidecar in the pod template of the deployment.',
      text: lines(
        `kubectl create secret generic service-monitor-client --from-literal=api-key=${key}`,
        '',
        'initContainers:',
        '  - name: service-monitor',
        '    image: registry.example.com/service-monitor-client # any with Node and @service-monitor/client',
        '    restartPolicy: Always',
        '    command: [service-monitor, agent, --name=checkout, --url=http://127.0.0.1:8080/health]',
        '    env:',
        `      - { name: SERVICE_MONITOR_URL, value: "${origin}" }`,
        '      - name: SERVICE_MONITOR_API_KEY',
        '        valueFrom: { secretKeyRef: { name: service-monitor-client, key: api-key } }',
        '      - name: POD_NAME',
        '        valueFrom: { fieldRef: { fieldPath: metadata.name } }',
      ),
    },
    {
      name: 'cron',
      where: 'A crontab: a heartbeat after each success, and the next is due within 25 hours.',
      text: lines(
        `SERVICE_MONITOR_URL=${origin}`,
        `SERVICE_MONITOR_API_KEY=${key}`,
        '0 3 * * * /usr/local/bin/backup && service-monitor beat --service backup --interval 25h',
      ),
    },
  ];
}

function lines(...each: string[]): string {
  return each.join('\n');
}
