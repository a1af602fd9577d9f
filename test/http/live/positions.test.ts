import { describe, expect, it } from 'vitest';
import { createCursorSeal } from '../../../src/http/cursor-seal.ts';
import { createPositions } from '../../../src/http/live/positions.ts';

const seal = createCursorSeal(() => Buffer.alloc(32, 7));
const positions = createPositions(seal);

describe('the id of a position', () => {
  it('is read as what it was made from, on every node', () => {
    const events = ['1763800000123-4', '0-0', '1763800000999-12345'];
    const position = { events, groups: 'a1', maintenance: 'b2' };
    const other = createPositions(createCursorSeal(() => Buffer.alloc(32, 7)));
    expect(other.ofId(positions.toId(position))).toEqual(position);
  });

  it('is as short with sixteen partitions as with one, and fits in a header', () => {
    const position = { events: ['1763800000123-4'], groups: 'a1234567', maintenance: 'b1234567' };
    const many = { ...position, events: Array.from({ length: 16 }, () => '1763800000123-4') };
    expect(positions.toId(many)).toHaveLength(positions.toId(position).length);
    expect(positions.toId(many).length).toBeLessThan(400);
  });

  it('is nothing when it is not ours, or a cursor of a list', () => {
    expect(positions.ofId('')).toBeNull();
    expect(positions.ofId('AAAA')).toBeNull();
    expect(positions.ofId(seal.close('another list', 'a b 1-1'))).toBeNull();
  });
});
