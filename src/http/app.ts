import { randomUUID } from 'node:crypto';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { HttpMeter, TraceRequest } from '../actors/ports/observability.ts';
import { explainIssues } from '../explain-issues.ts';
import { createAudited } from './audited.ts';
import { answerClientError } from './client-error.ts';
import { createIdentifyCaller } from './identify-caller.ts';
import { createInstanceNames } from './instance-names.ts';
import { createPaging } from './paging.ts';
import { answerBriefly } from './plugins/answer-briefly.ts';
import { answerOtherMethods } from './plugins/answer-other-methods.ts';
import { registerAuthentication } from './plugins/authenticate.ts';
import { registerErrors } from './plugins/errors.ts';
import { registerJsonBody } from './plugins/json-body.ts';
import { limitConnections } from './plugins/limit-connections.ts';
import { limitOpenRoutes } from './plugins/limit-open-routes.ts';
import { registerOpenApi } from './plugins/openapi.ts';
import { refuseOddRequests } from './plugins/refuse-odd-requests.ts';
import { refuseWhileStarting } from './plugins/refuse-while-starting.ts';
import { takeTurns } from './plugins/take-turns.ts';
import { traceInstances } from './plugins/trace-instances.ts';
import type { Api, Operations } from './ports.ts';
import { requestLabels } from './request-labels.ts';
import { acknowledgeRoutes } from './routes/acknowledge.ts';
import { acknowledgeGroupRoute } from './routes/acknowledge-group.ts';
import { archiveRoute } from './routes/archive.ts';
import { auditRoute } from './routes/audit.ts';
import { badgeRoute } from './routes/badge.ts';
import { callbackRoute } from './routes/callbacks.ts';
import { callerRoute } from './routes/caller.ts';
import { channelKindRoutes } from './routes/channel-kinds.ts';
import { channelRoutes } from './routes/channels.ts';
import { configReloadRoute } from './routes/config-reload.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { docsRoutes } from './routes/docs.ts';
import { drillRoutes } from './routes/drills.ts';
import { eventsRoute } from './routes/events.ts';
import { heartbeatRoute } from './routes/heartbeat.ts';
import { historyRoutes } from './routes/history.ts';
import { incidentActRoutes } from './routes/incident-acts.ts';
import { incidentRoutes } from './routes/incidents.ts';
import { instanceHistoryRoute } from './routes/instance-history.ts';
import { instanceMetricsRoute } from './routes/instance-metrics.ts';
import { instanceSummariesRoute } from './routes/instance-summaries.ts';
import { instanceRoutes } from './routes/instances.ts';
import { keyLinkRoute } from './routes/key-link.ts';
import { keyRoutes } from './routes/keys.ts';
import { maintenanceRoutes } from './routes/maintenance.ts';
import { monitorHealthRoute } from './routes/monitor-health.ts';
import { operationRoutes } from './routes/operations.ts';
import { outageGroupRoutes } from './routes/outage-groups.ts';
import { registerRoute } from './routes/register.ts';
import { replayRoute } from './routes/replay.ts';
import { serviceRoutes } from './routes/services.ts';
import { statusPageRoutes } from './routes/status-pages.ts';
import { storedChannelRoutes } from './routes/stored-channels.ts';
import { targetRoute } from './routes/targets.ts';
import { actAsPerson } from './sign-in/act-as-person.ts';
import { createFindSignedIn } from './sign-in/find-signed-in.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';

/** What a caller may name its request; anything else gets a name of ours. */
const requestId = /^[A-Za-z0-9._-]{1,128}$/;

/** How long a request may take to arrive; with the time until somebody looks, the answer comes within 5 s. */
const arrivalMs = 4_500;

/** How long nothing may come or go on a connection on which an answer is to be read. */
const stalledMs = 10_000;

type CompilersFactory = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>;

/** Named from the beginning, so that Fastify does not load those that it would take otherwise. */
const compilersFactory = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => serializerCompiler,
} as unknown as CompilersFactory;

/** The HTTP side of a node, in the order in which a request meets it. `api` is null on nodes without that role. */
export async function createApp(parts: {
  api: Api | null;
  operations: Operations;
  meter: HttpMeter;
  /** Null: requests leave no trace. */
  traceRequest: TraceRequest | null;
  log: FastifyBaseLogger;
  /** How many connections callers may have. */
  mostConnections: number;
  /** Whether an error says that what is stored cannot be reached, or takes nothing more. */
}): Promise<FastifyInstance> {
  const { api, operations, meter, log } = parts;
  const identifyCaller =
    api === null ? null : createIdentifyCaller({ keyRing: api.keyRing, ...api.limits, meter, log });
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    // A line a request would be the largest part of the logs; metrics count them.
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request costs more than a heartbeat; where something is logged, the request's id is named.
    childLoggerFactory: (logger) => logger,
    bodyLimit: 64 * 1024,
    // What arrives on an open connection while this node closes is served like the rest.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 128 },
    schemaController: { compilersFactory },
    trustProxy: api !== null && api.limits.trustedProxies.length > 0 && [...api.limits.trustedProxies],
    requestTimeout: arrivalMs,
    keepAliveTimeout: 72_000,
    connectionTimeout: stalledMs,
    // A missing Host is refused in refuse-odd-requests, where there is a body to say so.
    http: { connectionsCheckingInterval: 250, headersTimeout: arrivalMs, requireHostHeader: false },
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    genReqId(request) {
      const named = request.headers['x-request-id'];
      return typeof named === 'string' && requestId.test(named) ? named : randomUUID();
    },
    frameworkErrors(error, request, reply) {
      // No hook runs for a path that cannot be read; who has no key learns nothing from it either.
      const caller = identifyCaller?.(request);
      return app.errorHandler(
        caller?.kind === 'unauthenticated' ? caller.turnAway() : error,
        request,
        reply as never,
      );
    },
  });
  explainIssues();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  // Hooks that wait for nothing take a callback: five promises less for each heartbeat.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    // A connection that a proxy keeps would bring it back to a node that is about to go.
    if (operations.isDraining()) void reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The tick is no caller's: people's figures say nothing of it.
    if (api !== null && request.apiKey === api.tickKey) return done();
    if (request.routeOptions.config.isStream === true && reply.statusCode === 200) return done();
    const { method, route } = requestLabels(request);
    meter.request(method, route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  registerErrors(app);
  limitConnections(app, parts.mostConnections, log);
  refuseOddRequests(app);
  limitOpenRoutes(app);
  refuseWhileStarting(app, operations.startsFor);
  if (api !== null && identifyCaller !== null) {
    const findSignedIn = createFindSignedIn(api.signIn);
    registerAuthentication(app, identifyCaller, api.limits.requestsPerMinute, findSignedIn);
    takeTurns(app);
    actAsPerson(app);
  }
  registerJsonBody(app);
  const finish = answerOtherMethods(app);

  // Before all routes: what is registered earlier would not stand in the document.
  if (api !== null) await registerOpenApi(app, operations.version);
  operationRoutes(app, operations);
  if (parts.traceRequest !== null) traceInstances(app, parts.traceRequest, api?.tickKey ?? null);
  if (api !== null) {
    docsRoutes(app);
    dashboardRoutes(app);
    badgeRoute(app, api);
    await signInRoutes(app, api.signIn);
    statusPageRoutes(app, api);
    if (api.keyLinks !== null) keyLinkRoute(app, api.keyLinks);
    registerRoute(app, api.registerInstance, api.limitRegistrations, meter);
    const nameOf = createInstanceNames(api.readings);
    heartbeatRoute(app, api, nameOf, meter);
    const paging = createPaging(api.cursorSeal);
    const { operating, showInstances } = api;
    await answerBriefly(app, (reading) => {
      serviceRoutes(reading, api.readings, operating.maintenance, paging);
      historyRoutes(reading, api, paging);
      instanceHistoryRoute(reading, api.metricSamples, nameOf);
      incidentRoutes(reading, api, paging);
      outageGroupRoutes(reading, api.groups, paging);
      targetRoute(reading, api.readings);
      instanceSummariesRoute(reading, api.readings);
      auditRoute(reading, operating.auditTrail, paging);
      if (showInstances !== null)
        instanceMetricsRoute(reading, showInstances, operations.metrics.contentType);
    });
    eventsRoute(app, api.live, api.liveMeter);
    callerRoute(app);
    monitorHealthRoute(app, api.readMonitorHealth);
    instanceRoutes(app, api.readings, api.stopInstance, nameOf);
    const audited = createAudited(operating.auditTrail);
    archiveRoute(app, api.readings, operating.archiveService, audited);
    acknowledgeRoutes(app, operating.acknowledgeByLink, audited);
    incidentActRoutes(app, api, operating.actOnIncident, audited);
    acknowledgeGroupRoute(app, api.groups, operating.acknowledgeGroup, audited);
    replayRoute(app, api.readings, operating.replayNotification, audited);
    maintenanceRoutes(app, operating.maintenance, audited);
    channelKindRoutes(app, operating);
    channelRoutes(app, operating, audited);
    storedChannelRoutes(app, operating, audited);
    drillRoutes(app, operating, audited);
    callbackRoute(app, operating.receiveCallback, audited);
    configReloadRoute(app, operating.askForReload, audited);
    keyRoutes(app, operating, audited, api.keyRing);
  }
  finish();
  return app;
}
