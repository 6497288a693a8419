import { faker } from '@faker-js/faker/locale/pt_BR';
import { expect, it } from '@jest/globals';
import { newChance } from '#server/db/seed/demo/chance.ts';

it.each([1, 20_261_121, 77])('draws from seed %i what faker draws', (seed) => {
  faker.seed(seed);
  const chance = newChance(seed);
  const letters = [...'abcdefgh'];
  for (let round = 0; round < 500; round++) {
    const count = round % 10;
    expect([
      chance.int(3, 99),
      chance.int(5, 5),
      chance.firstName(),
      chance.lastName(),
      chance.street(),
      chance.some(letters, count),
      chance.happens(50),
    ]).toEqual([
      faker.number.int({ min: 3, max: 99 }),
      faker.number.int({ min: 5, max: 5 }),
      faker.person.firstName(),
      faker.person.lastName(),
      faker.location.street(),
      faker.helpers.arrayElements(letters, count),
      faker.number.int({ min: 0, max: 99 }) < 50,
    ]);
  }
});
