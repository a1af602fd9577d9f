import type { AuditFilter } from './page-types.ts';

/** No name is longer; what somebody puts into a link is. */
const longest = 200;

/** Addresses like `#/audit?act=key-revoked`, so that a link shows the same. */
export const auditAddress = {
  read(hash: string): AuditFilter {
    const query = new URLSearchParams(hash.split('?')[1] ?? '');
    const said = (name: string) => (query.get(name) ?? '').slice(0, longest);
    return { act: said('act'), by: said('by') };
  },

  of(filter: AuditFilter): string {
    const said = Object.entries(filter).filter(([, value]) => value !== '');
    return said.length === 0 ? '#/audit' : `#/audit?${new URLSearchParams(said)}`;
  },
};
