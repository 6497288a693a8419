import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { permissionName, permissionNames } from '#contract/catalogs/permissionNames.ts';
import { DEFAULT_GRANTS, grantsOf, PERSON_TYPES } from '#contract/permissions.ts';
import {
  copyKey,
  extraGrants,
  fitsRole,
  GRANTABLES,
  grantedBy,
  hasAccessOf,
  isKept,
  moduleOf,
  standardOf,
} from '#contract/rules/access.ts';
import { auditLog, people, roles } from '#server/db/tables/index.ts';
import { type AdminFixture, adminFixture } from '../adminFixture.ts';

describe('permission names', () => {
  it('exist for every module and action, each one distinct', () => {
    expect(Object.keys(permissionNames).sort()).toEqual([...GRANTABLES].sort());
    expect(new Set(Object.values(permissionNames)).size).toBe(GRANTABLES.length);
  });
});

describe('hasAccessOf', () => {
  const some = fc.subarray([...GRANTABLES]).map((names) => grantsOf(names));
  const who = fc.record({
    type: fc.constantFrom(...PERSON_TYPES),
    grants: some,
    branchIds: fc.subarray([1, 2, 3]),
  });
  it('requires every permission of the other person', () => {
    fc.assert(
      fc.property(who, who, (one, other) => {
        if (hasAccessOf(one, other)) expect(extraGrants(other.grants, one.grants)).toEqual([]);
      }),
    );
  });
  it('is transitive', () => {
    fc.assert(
      fc.property(who, who, who, (one, two, three) => {
        if (hasAccessOf(one, two) && hasAccessOf(two, three)) expect(hasAccessOf(one, three)).toBe(true);
      }),
    );
  });
});

describe('keys of roles', () => {
  it('name the standard that a copy was made from', () => {
    expect(standardOf('OPERADOR-12')).toBe('OPERADOR');
    expect(standardOf('OPERADOR_12')).toBeNull();
    expect(copyKey('OPERADOR-2', ['OPERADOR', 'OPERADOR-2'])).toBe('OPERADOR-3');
    expect(fitsRole('OPERADOR', 'CONSUMIDOR_FINAL-2')).toBe(false);
    expect(fitsRole('CONSUMIDOR_FINAL', 'ADMIN')).toBe(false);
  });
});

describe('roles', () => {
  let fixture: AdminFixture;
  beforeAll(async () => {
    fixture = await adminFixture([
      ...DEFAULT_GRANTS.OPERADOR,
      'CONFIGURACAO',
      'CONFIGURACAO_PERFIS',
      'CONFIGURACAO_PESSOAS',
    ]);
  });
  afterAll(() => fixture?.server.close());

  const update = async (who: 'ADMIN' | 'half', key: string, names: readonly string[], versao?: number) => {
    const role = await fixture.roleOf(key);
    return fixture.as(who, 'PUT', `perfis/${role.id}`, {
      nome: role.name,
      permissoes: names,
      versao: versao ?? role.version,
    });
  };

  it('answer 403 without the permission', async () => {
    for (const who of ['CONSUMIDOR_FINAL', 'OPERADOR', 'SUPERVISOR', 'GERENTE'] as const)
      expect((await fixture.as(who, 'GET', 'perfis')).status).toBe(403);
  });

  it('are listed with their people and their differences from the standard', async () => {
    const { body } = await fixture.as('ADMIN', 'GET', 'perfis?sort=["nome","ASC"]&range=[0,24]');
    const half = body.find(({ chave }: { chave: string }) => chave === 'SUPERVISOR-2');
    expect(half).toMatchObject({ base: 'SUPERVISOR', padrao: false, pessoas: 1, pessoasAtivas: 1 });
    expect(half.incluidas).toEqual(['CONFIGURACAO_PERFIS', 'CONFIGURACAO_PESSOAS']);
    expect(half.retiradas).toContain('TICKETS_ARQUIVAR');
  });

  it('cannot grant what the editor does not have', async () => {
    const operator = [...DEFAULT_GRANTS.OPERADOR];
    const given = await update('half', 'OPERADOR', [...operator, 'TICKETS_ARQUIVAR']);
    expect([given.status, given.body.code]).toEqual([422, 'ALEM_DOS_SEUS_DIREITOS']);
    // Nor can people grant it to themselves.
    const own = await fixture.roleOf('SUPERVISOR-2');
    const raised = await update('half', 'SUPERVISOR-2', [...grantedBy(own.grants), 'AUDITORIA']);
    expect(raised.body.code).toBe('ALEM_DOS_SEUS_DIREITOS');
    // Nor can they weaken a role that reaches further than their own.
    expect((await update('half', 'ADMIN', ['SAC_HOME'])).body.code).toBe('ALEM_DOS_SEUS_DIREITOS');
    const admin = await fixture.roleOf('ADMIN');
    const copy = await fixture.as('half', 'POST', 'perfis', { nome: 'Chefe', idPerfil: admin.id });
    expect(copy.body.code).toBe('ALEM_DOS_SEUS_DIREITOS');
  });

  it('take effect from the next request, and are audited by their difference', async () => {
    const before = [...DEFAULT_GRANTS.OPERADOR];
    expect((await fixture.as('OPERADOR', 'GET', 'respostas')).status).toBe(403);
    const answer = await update('ADMIN', 'OPERADOR', [...before, 'CONFIGURACAO', 'CONFIGURACAO_RESPOSTAS']);
    expect(answer.status).toBe(200);
    expect((await fixture.as('OPERADOR', 'GET', 'respostas')).status).toBe(200);
    await update('ADMIN', 'OPERADOR', before);
    expect((await fixture.as('OPERADOR', 'GET', 'respostas')).status).toBe(403);
    const log = await fixture.server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'roles'))
      .orderBy(auditLog.id);
    expect(log).toMatchObject([
      { action: 'ALTERAR', after: { incluidas: ['CONFIGURACAO', 'CONFIGURACAO_RESPOSTAS'], retiradas: [] } },
      { action: 'ALTERAR', after: { incluidas: [], retiradas: ['CONFIGURACAO', 'CONFIGURACAO_RESPOSTAS'] } },
    ]);
  });

  it.each([
    [['TICKETS_CRIAR'], /^A permissão "Abrir tickets" depende do módulo "Tickets"\.$/],
    [['SAC_HOME', 'VOAR'], /não existe/],
  ])('contain only existing permissions, actions with their module: %j', async (names, text) => {
    const { status, body } = await update('ADMIN', 'OPERADOR', names);
    expect([status, body.errors.permissoes]).toEqual([422, expect.stringMatching(text)]);
  });

  it('of end consumers never contain internal permissions', async () => {
    const names = [...DEFAULT_GRANTS.CONSUMIDOR_FINAL, 'TICKETS_RESPONDER_INTERNO'];
    expect((await update('ADMIN', 'CONSUMIDOR_FINAL', names)).body.errors).toHaveProperty('permissoes');
  });

  it('are changed only on the newest version', async () => {
    const { version } = await fixture.roleOf('VENDEDOR');
    const answers = await Promise.all([
      update('ADMIN', 'VENDEDOR', DEFAULT_GRANTS.OPERADOR, version),
      update('half', 'VENDEDOR', DEFAULT_GRANTS.VENDEDOR, version),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('are copied, have unique names, and can be deleted when nobody has them', async () => {
    const { id } = await fixture.roleOf('OPERADOR');
    const body = { nome: 'Operador noturno', idPerfil: id };
    const made = await fixture.as('half', 'POST', 'perfis', body);
    expect(made.status).toBe(200);
    expect(
      (await fixture.as('ADMIN', 'POST', 'perfis', { ...body, nome: 'OPERADOR NOTURNO' })).body.errors,
    ).toHaveProperty('nome');
    const copyId = made.body.data.id;
    const { db } = fixture.server.deps;
    const operator = fixture.persons.people.OPERADOR;
    await db.update(people).set({ roleId: copyId, active: false }).where(eq(people.id, operator));
    expect((await fixture.as('ADMIN', 'DELETE', `perfis/${copyId}`)).body.code).toBe('PERFIL_EM_USO');
    await db.update(people).set({ roleId: id, active: true }).where(eq(people.id, operator));
    expect((await fixture.as('ADMIN', 'DELETE', `perfis/${copyId}`)).status).toBe(200);
    expect((await fixture.as('ADMIN', 'DELETE', `perfis/${id}`)).body.code).toBe('PERFIL_PADRAO');
    expect((await fixture.as('ADMIN', 'GET', `perfis/${copyId}`)).status).toBe(404);
  });

  it('of administrators lose nothing that nobody else could give back', async () => {
    const held = grantedBy((await fixture.roleOf('ADMIN')).grants);
    for (const name of ['CONFIGURACAO_PERFIS', 'AUDITORIA', 'CADASTROS_LISTAS'] as const) {
      const { status, body } = await update(
        'ADMIN',
        'ADMIN',
        held.filter((one) => one !== name && moduleOf(one) !== name),
      );
      expect([status, body.errors?.permissoes]).toEqual([
        422,
        expect.stringContaining(permissionName(name, new Map())),
      ]);
    }
    fc.assert(
      fc.property(fc.constantFrom(...PERSON_TYPES), fc.constantFrom(...GRANTABLES), (key, name) => {
        expect(isKept(key, name)).toBe(key === 'ADMIN' && DEFAULT_GRANTS.ADMIN.some((one) => one === name));
        expect(isKept(`${key}-2`, name)).toBe(false);
        expect(isKept(`${key}-2`, 'CADASTRO:cofres')).toBe(key === 'ADMIN');
      }),
    );
    expect((await update('ADMIN', 'ADMIN', held)).status).toBe(200);
  });

  it('never take the right from the last administrator, not even by two changes at once', async () => {
    const { db } = fixture.server.deps;
    // The role that comes with the console keeps it; a copy may lose it.
    const { id } = await fixture.roleOf('ADMIN');
    await fixture.as('ADMIN', 'POST', 'perfis', { nome: 'Administração da noite', idPerfil: id });
    const copy = await fixture.roleOf('ADMIN-2');
    await db.update(people).set({ roleId: copy.id }).where(eq(people.roleId, id));
    const without = (key: 'ADMIN-2' | 'SUPERVISOR-2') =>
      fixture
        .roleOf(key)
        .then(({ grants }) => grantedBy(grants).filter((name) => name !== 'CONFIGURACAO_PERFIS'));
    const answers = await Promise.all([
      update('half', 'SUPERVISOR-2', await without('SUPERVISOR-2')),
      update('ADMIN', 'ADMIN-2', await without('ADMIN-2')),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.code).toBe('ULTIMO_ADMINISTRADOR');
    const left = await db.select().from(roles);
    expect(
      left.filter(({ key, grants }) => key !== 'ADMIN' && grantedBy(grants).includes('CONFIGURACAO_PERFIS')),
    ).toHaveLength(1);
  });

  it('have each action under an existing module', () => {
    for (const name of GRANTABLES) expect(GRANTABLES).toContain(moduleOf(name));
  });
});
