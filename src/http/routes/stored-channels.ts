import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ChannelOutcome } from '../../actors/operating/change-channels.ts';
import type { AuditAct } from '../../domain/audit.ts';
import type { Audited } from '../audited.ts';
import { channelRefusal, secretKeyMissing } from '../channel-refusal.ts';
import type { Operating } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import { requireUnbound } from '../require-unbound.ts';
import { channelSchemas, toChannelReply } from '../schemas/channel.ts';
import { type GivenChannel, storedChannelSchemas, takeApart } from '../schemas/stored-channel.ts';
import { withProblems } from '../schemas/with-problems.ts';
import { seenVersion } from '../seen-version.ts';

const { wanted, replacing, changes, headers, reencrypted } = storedChannelSchemas;
const params = z.object({ channelId: z.string().max(64) });

/** Channels that are made, changed, switched off and removed over the API. A change counts on all nodes within seconds. */
export function storedChannelRoutes(
  app: FastifyInstance,
  {
    channels,
    channelHealths,
    changeChannels,
    reencryptChannels,
  }: Pick<Operating, 'channels' | 'channelHealths' | 'changeChannels' | 'reencryptChannels'>,
  audited: Audited,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const common = { config: { scope: 'admin' as const } };
  const tags = ['channels'];
  const answers = withProblems({ 200: channelSchemas.channel });

  async function show(reply: FastifyReply, channelId: string) {
    const found = (await channels()).find((channel) => channel.channelId === channelId);
    const [health] = found === undefined ? [] : await channelHealths([found]);
    if (found === undefined || health === undefined) throw channelRefusal({ kind: 'unknown' });
    if (found.stored !== null) void reply.header('etag', `"${found.stored.version}"`);
    return toChannelReply(found, health);
  }

  /** What cannot be done is a problem, and stands in the audit log as one. */
  async function act(
    request: FastifyRequest,
    what: { act: AuditAct; channelId: string; detail?: string },
    perform: (by: string) => Promise<ChannelOutcome>,
  ): Promise<void> {
    requireUnbound(request.apiKey);
    const { channelId, ...rest } = what;
    await audited(request, { ...rest, target: channelId }, async () => {
      const outcome = await perform(request.person?.name ?? request.apiKey?.name ?? 'nobody');
      if (outcome.kind !== 'stored') throw channelRefusal(outcome);
    });
  }

  /** Of the channel as its caller has seen it. */
  async function change(
    request: FastifyRequest,
    { channelId, body, how }: { channelId: string; body: GivenChannel; how: 'replace' | 'adjust' },
  ): Promise<void> {
    requireUnbound(request.apiKey);
    requireSameId(channelId, body);
    // It has no version that its caller could send.
    const isOfFile = (await channels()).some((one) => one.channelId === channelId && one.stored === null);
    if (isOfFile) throw channelRefusal({ kind: 'of-file' });
    const { settings, wanted: rest } = takeApart(body);
    const version = seenVersion.required(request.headers['if-match']);
    await act(request, { act: 'channel-changed', channelId, detail: namesOf(body) }, (by) =>
      changeChannels[how](channelId, settings, rest, { by, version }),
    );
  }

  routes.get('/api/channels/:channelId', {
    ...common,
    schema: { summary: 'Show a channel, without its secrets', tags, params, response: answers },
    async handler(request, reply) {
      requireUnbound(request.apiKey);
      return show(reply, request.params.channelId);
    },
  });

  routes.post('/api/channels', {
    ...common,
    schema: {
      summary: 'Create a channel; its secrets are stored encrypted and never shown',
      tags,
      body: wanted,
      response: withProblems({ 201: channelSchemas.channel }),
    },
    async handler(request, reply) {
      const { id: channelId } = request.body;
      const { settings, wanted: rest } = takeApart(request.body);
      await act(request, { act: 'channel-created', channelId, detail: namesOf(request.body) }, (by) =>
        changeChannels.create(channelId, settings, rest, by),
      );
      return reply.code(201).send(await show(reply, channelId));
    },
  });

  routes.put('/api/channels/:channelId', {
    ...common,
    schema: {
      summary: 'Replace a channel that was made over the API',
      ...{ tags, params, headers, body: replacing, response: answers },
    },
    async handler(request, reply) {
      await change(request, { ...request.params, body: request.body, how: 'replace' });
      return show(reply, request.params.channelId);
    },
  });

  routes.patch('/api/channels/:channelId', {
    ...common,
    schema: {
      summary: 'Change some fields of a channel that was made over the API',
      ...{ tags, params, headers, body: changes, response: answers },
    },
    async handler(request, reply) {
      await change(request, { ...request.params, body: request.body, how: 'adjust' });
      return show(reply, request.params.channelId);
    },
  });

  for (const [verb, isEnabled] of [
    ['disable', false],
    ['enable', true],
  ] as const) {
    routes.post(`/api/channels/:channelId/${verb}`, {
      ...common,
      schema: {
        summary: `Switch a channel ${isEnabled ? 'on' : 'off'} that was made over the API`,
        ...{ tags, params, headers, response: answers },
      },
      async handler(request, reply) {
        const { channelId } = request.params;
        const version = seenVersion.optional(request.headers['if-match']);
        await act(request, { act: `channel-${verb}d`, channelId }, (by) =>
          changeChannels.switch(channelId, isEnabled, { by, version }),
        );
        return show(reply, channelId);
      },
    });
  }

  routes.delete('/api/channels/:channelId', {
    ...common,
    schema: {
      summary: 'Remove a channel that was made over the API; messages that wait for it are given up',
      ...{ tags, params, headers, response: withProblems({ 204: z.null() }) },
    },
    async handler(request, reply) {
      requireUnbound(request.apiKey);
      const { channelId } = request.params;
      const version = seenVersion.optional(request.headers['if-match']);
      await audited(request, { act: 'channel-removed', target: channelId }, async () => {
        const outcome = await changeChannels.remove(channelId, version);
        if (outcome.kind !== 'removed') throw channelRefusal(outcome);
      });
      return reply.code(204).send(null);
    },
  });

  routes.post('/api/channels/reencrypt', {
    ...common,
    schema: {
      summary: 'Encrypt all secrets with the first key, so that the keys before it are not needed any more',
      ...{ tags, response: withProblems({ 200: reencrypted }) },
    },
    async handler(request) {
      requireUnbound(request.apiKey);
      return audited(request, { act: 'channels-reencrypted', target: 'channels' }, async () => {
        const outcome = await reencryptChannels();
        if ('kind' in outcome) throw secretKeyMissing();
        return outcome;
      });
    },
  });
}

/** For the audit log: which fields were given, and nothing of what is in them. */
function namesOf(body: GivenChannel): string {
  return Object.keys(body)
    .filter((name) => /^[a-z][A-Za-z]{0,31}$/.test(name))
    .join(', ');
}

function requireSameId(channelId: string, { id }: GivenChannel): void {
  if (id === undefined || id === channelId) return;
  const message = 'must be the id of the path: a channel keeps its id';
  throw new ProblemError('validation', `/id: ${message}`, { errors: [{ pointer: '/id', message }] });
}
