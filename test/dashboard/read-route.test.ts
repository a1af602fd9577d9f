import { describe, expect, it } from 'vitest';
import { readRoute } from '../../src/dashboard/read-route.js';

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
    ['#//example.com', { page: 'unknown' }],
    ['#javascript:alert(1)', { page: 'unknown' }],
  ])('%s is %o', (hash, route) => expect(readRoute(hash)).toEqual(route));
});
