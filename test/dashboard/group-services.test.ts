import { describe, expect, it } from 'vitest';
import { plainView } from '../../src/dashboard/page/service-view-address.ts';
import { groupings, groupServices } from '../../src/dashboard/services/group-services.ts';
import { all, elementsIn, renderPage, textIn } from './render-page.ts';
import { aService } from './things.ts';

const services = [
  aService({ serviceId: '1', serviceName: 'auth', labels: { team: 'platform' } }),
  aService({ serviceId: '2', serviceName: 'cart', labels: { team: 'shop' } }),
  aService({ serviceId: '3', serviceName: 'mail', labels: { team: 'shop' }, status: 'Down' }),
  aService({ serviceId: '4', serviceName: 'old', environment: 'staging', status: 'Degraded' }),
];

describe('services in groups', () => {
  it('can be those of one environment, or with one value of any label', () => {
    expect(groupings(services).map(({ value }) => value)).toEqual(['environment', 'label:team']);
  });

  it('stand in the order of the worst of each, and without the label at the end', () => {
    const byTeam = groupServices(services, 'label:team');
    expect(byTeam.map(({ name, worst, counts }) => ({ name, worst, counts }))).toEqual([
      {
        name: 'shop',
        worst: 'Down',
        counts: [
          ['Down', 1],
          ['Healthy', 1],
        ],
      },
      { name: 'platform', worst: 'Healthy', counts: [['Healthy', 1]] },
      { name: '', worst: 'Degraded', counts: [['Degraded', 1]] },
    ]);
    const byEnvironment = groupServices(services, 'environment');
    expect(byEnvironment.map(({ name }) => name)).toEqual(['production', 'staging']);
  });

  it('of a label that no service has are one', () => {
    expect(groupServices(services, 'label:constructor').map(({ name }) => name)).toEqual(['']);
  });

  it('are shown with how they are', () => {
    const filter = { ...plainView, group: 'label:team' };
    const page = renderPage({ services: all(...services), filter });
    expect(textIn(page, '|')).toMatch(
      /shop\|.*Down\|.*1 Down, 1 Healthy\|.*mail.*cart.*platform.*auth.*Others.*old/,
    );
  });

  it('are drawn as far as one list would be', () => {
    const many = Array.from({ length: 30 }, (_, i) =>
      aService({ serviceId: `s${i}`, serviceName: `s${i}`, environment: `e${i % 3}` }),
    );
    const filter = { ...plainView, group: 'environment' };
    const page = renderPage({ services: all(...many), filter, rows: 15 });
    const links = elementsIn(page).filter(({ attributes: { href = '' } }) => href.startsWith('#/services/'));
    expect(links).toHaveLength(15);
    expect(textIn(page)).toContain('Show more (15 left)');
    expect(textIn(page)).toContain('e2');
  });
});
