import { describe, expect, it } from 'vitest';
import { readRoute } from '../../src/dashboard/page/read-route.ts';

const id = 'c0000000-0000-8000-8000-00000000000f';

describe('the address of a page', () => {
  it.each([
    ['', { page: 'services' }],
    ['#', { page: 'services' }],
    ['#/', { page: 'services' }],
    ['#/services', { page: 'services' }],
    ['#/incidents', { page: 'incidents' }],
    ['#/incidents/', { page: 'incidents' }],
    [`#/incidents/${id}`, { page: 'incident', id }],
    [`#/incidents/${id}/`, { page: 'incident', id }],
    [`#/groups/${id}`, { page: 'group', id }],
    ['#/groups', { page: 'unknown' }],
    [`#/services/${id}`, { page: 'service', id }],
    [`#/services/${id}/x`, { page: 'unknown' }],
    ['#/incidents/../keys', { page: 'unknown' }],
    ['#/incidents/%2e%2e%2fkeys', { page: 'unknown' }],
    ['#/incidents/x?limit=1', { page: 'unknown' }],
    ['#/?status=Down', { page: 'services' }],
    [`#/incidents/${id}?from=mail`, { page: 'incident', id }],
    ['#/channels', { page: 'channels' }],
    ['#/keys/', { page: 'keys' }],
    ['#/audit?act=key-revoked', { page: 'audit' }],
    ['#/monitor', { page: 'monitor' }],
    [`#/keys/${id}`, { page: 'unknown' }],
    ['#/constructor', { page: 'unknown' }],
    ['#//example.com', { page: 'unknown' }],
    ['#javascript:alert(1)', { page: 'unknown' }],
    ['#/map', { page: 'map', by: 'environment', environment: '' }],
    ['#/map?by=host', { page: 'map', by: 'host', environment: '' }],
    ['#/wall', { page: 'wall' }],
    ['#/wall/x', { page: 'unknown' }],
  ])('%s is %o', (hash, route) => expect(readRoute(hash)).toEqual(route));
});
