import { peopleRoutes } from '../../../contract/config/people.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { deactivatePerson, endPersonSessions, reactivatePerson, sendPassword } from './commands.ts';
import { listPeople } from './list.ts';
import { personOptions } from './options.ts';
import { findPerson, personDetail } from './queries.ts';
import { createPerson, updatePerson } from './write.ts';

/** The accounts of those who sign in. */
export const peopleImplementation = implement(peopleRoutes, {
  list: listPeople,
  async get({ params }, { db, user }) {
    const record = await findPerson(db, user, params.id);
    if (!record) throw notFound();
    return personDetail(db, user, record);
  },
  create: createPerson,
  update: updatePerson,
  deactivate: deactivatePerson,
  reactivate: reactivatePerson,
  endSessions: endPersonSessions,
  sendPassword,
  options: personOptions,
});
