import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, defineRoutes, Id, Nullable, Strict } from '../../route.ts';
import { Version, WrittenRecord } from '../../sharedShapes.ts';

/** Days on which a person does not work, and who takes care of their work meanwhile. Why is nobody's business. */
export const Absence = Type.Object(
  {
    id: Id('Ausência'),
    de: Day('Primeiro dia'),
    ate: Day('Último dia'),
    substituto: Nullable(
      Type.Object({ id: Id('Pessoa'), nome: Type.String({ title: 'Nome' }) }, { title: 'Quem substitui' }),
    ),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Ausência' },
);
export type Absence = Static<typeof Absence>;

export const AbsenceInput = Strict(
  {
    de: Day('Primeiro dia'),
    ate: Day('Último dia'),
    idSubstituto: Type.Optional(Nullable(Id('Quem substitui'))),
    versao: Version,
  },
  { title: 'Ausência' },
);
export type AbsenceInput = Static<typeof AbsenceInput>;

const routesAt = <const Base extends string, const P extends Record<string, ReturnType<typeof Id>>>(
  base: Base,
  owner: P,
  of: { whose: string; permission: 'CONFIGURACAO_PESSOAS' | 'session' },
) => {
  const one = Strict({ ...owner, idAusencia: Id('Ausência') });
  const { permission, whose } = of;
  return {
    /** The newest 50. */
    list: {
      method: 'GET',
      path: base,
      summary: `As ausências ${whose}`,
      permission,
      params: Strict(owner),
      response: Type.Array(Absence),
    },
    create: {
      method: 'POST',
      path: base,
      summary: `Informar uma ausência ${whose}`,
      permission,
      params: Strict(owner),
      body: AbsenceInput,
      idempotent: true,
      response: WrittenRecord,
    },
    update: {
      method: 'PUT',
      path: `${base}/{idAusencia}`,
      summary: `Mudar uma ausência ${whose}`,
      permission,
      params: one,
      body: AbsenceInput,
      record: Absence,
      idempotent: true,
      response: WrittenRecord,
    },
    remove: {
      method: 'DELETE',
      path: `${base}/{idAusencia}`,
      summary: `Excluir uma ausência ${whose}`,
      permission,
      params: one,
      query: Strict({ versao: Version }),
      response: WrittenRecord,
    },
  } as const;
};

export const absenceRoutes = defineRoutes(
  routesAt(
    '/config/pessoas/{idPessoa}/ausencias',
    { idPessoa: Id('Pessoa') },
    {
      whose: 'de uma pessoa',
      permission: 'CONFIGURACAO_PESSOAS',
    },
  ),
);

/** For people of the company; others have none. */
export const ownAbsenceRoutes = defineRoutes(
  routesAt('/config/minhas-ausencias', {}, { whose: 'próprias', permission: 'session' }),
);
