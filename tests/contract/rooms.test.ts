import { describe, expect, it } from '@jest/globals';
import { drawnPicture, type Import, importsOf, picture, REGISTRIES, roomOf } from '../../scripts/rooms.ts';

const imports = importsOf();
const climbs = ({ from, to }: Import) => roomOf(to) > roomOf(from);
const told = ({ from, to }: Import) => `${from} imports ${to}`;

/** Modules with a face; who puts the whole together reaches behind it. */
const MODULE = /^server\/(?:sac|callcenter|config)\/\w+(?=\/)/;
const FACE = /\/(?:queries|rules|commands)\.ts$/;
const TOGETHER = /^server\/(?:\w+\.ts$|db\/seed\/)/;

describe('the rooms', () => {
  it('have no import that climbs', () => {
    expect(imports.filter((each) => climbs(each) && !(each.from in REGISTRIES)).map(told)).toEqual([]);
  });

  it('have no registry that climbs no more', () => {
    const climbing = new Set(imports.filter(climbs).map(({ from }) => from));
    expect(Object.keys(REGISTRIES).filter((file) => !climbing.has(file))).toEqual([]);
  });

  it('ask of another module its queries, rules and commands alone', () => {
    const behind = imports.filter(({ from, to }) => {
      const module = to.match(MODULE)?.[0];
      return (
        module &&
        module !== from.match(MODULE)?.[0] &&
        !FACE.test(to) &&
        !TOGETHER.test(from) &&
        !(from in REGISTRIES)
      );
    });
    expect(behind.map(told)).toEqual([]);
  });

  it('stand in docs/architecture.md as they are (npm run rooms)', () => {
    expect(drawnPicture()).toBe(picture(imports));
  });
});
