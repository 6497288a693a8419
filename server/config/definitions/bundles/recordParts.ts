import * as Type from '@sinclair/typebox';
import { and } from 'drizzle-orm';
import type { RecordData } from '#contract/records/fields/recordField.ts';
import type { AnyRecordType } from '#contract/records/recordType.ts';
import { ticketMenuType, ticketReasonType, ticketTypeType } from '#contract/records/ticketCatalog.ts';
import type { PartKind } from '#contract/rules/definitions/bundleParts.ts';
import { type ChangeWords, changesBetween } from '#contract/rules/definitions/changes.ts';
import { lowerFirst } from '#contract/rules/text.ts';
import type { Context, User } from '../../../context.ts';
import type { Executor, Tx } from '../../../db/client.ts';
import { invalid, refused } from '../../../errors.ts';
import { mayRecords, requireRecords } from '../../../records/access.ts';
import { mappedType } from '../../../records/custom/queries.ts';
import { readRecords } from '../../../records/read/readRecords.ts';
import { referrersOf } from '../../../records/write/referrers.ts';
import { removeRecord } from '../../../records/write/removeRecord.ts';
import { saveRecords } from '../../../records/write/saveRecords.ts';
import type { Content } from '../rules.ts';
import { keyOfCode, type PartRules, type StandingPart } from './part.ts';

interface RecordParts {
  kind: PartKind;
  type: AnyRecordType;
  /** Fields that name records which only this installation has: they stay as they are where the others arrive. */
  stays?: readonly string[];
}

/** Records of the ticket catalogue: known by their codes, as in every import. */
function recordParts({ kind, type, stays = [] }: RecordParts): PartRules {
  const fields = Object.keys(type.campos).filter((key) => !stays.includes(key));
  const [code = ''] = type.codigo;
  const codeOf = (content: Content) => String(content[code] ?? '');
  const titleOf = (content: Content) => String(content[type.nome] ?? codeOf(content));
  return {
    kind,
    // What a field may hold is judged by the type, as in every import.
    schema: Type.Object(Object.fromEntries(fields.map((key) => [key, Type.Optional(Type.Unknown())])), {
      additionalProperties: false,
    }),
    keyOf: (content) => keyOfCode(codeOf(content)),
    titleOf,
    async standing(db: Executor, user: User): Promise<StandingPart[]> {
      const mapped = await mappedType(db, type.chave);
      if (!mayRecords(user, mapped.type, 'ler')) return [];
      const rows = await readRecords(db, mapped, { where: and(mapped.mapping.scope?.(user)) });
      return rows.map(({ id, version, data }) => {
        const content = Object.fromEntries(
          fields.flatMap((key) => (data[key] === undefined ? [] : [[key, data[key]]])),
        );
        return {
          id,
          version,
          content,
          key: keyOfCode(codeOf(content)),
          title: titleOf(content),
          stays: null,
        };
      });
    },
    changes: (before, after) => (before ? changesBetween(before, after, wordsOf(type)) : []),
    async write(tx: Tx, ctx: Context, { conteudo }, { standing }) {
      const mapped = await mappedType(tx, type.chave);
      requireRecords(ctx.user, mapped.type, standing ? 'alterar' : 'criar');
      // What the file does not say is taken away, as in the form.
      const dados = Object.fromEntries(fields.map((key) => [key, conteudo[key] ?? null])) as RecordData;
      const given = { dados, ...(standing && { id: standing.id }) };
      const [result] = await saveRecords(tx, ctx, mapped, [given], { mode: standing ? 'alterar' : 'criar' });
      if (result?.resultado === 'recusado') throw invalid(result.erros ?? {});
    },
    async remove(tx, ctx, { id, title, version }) {
      const mapped = await mappedType(tx, type.chave);
      const by = await referrersOf(tx, ctx.user, mapped, id);
      if (by.length > 0)
        throw refused('EM_USO', `"${title}" já está em uso: ${by.join(', ')}. Mude esses usos antes.`);
      await removeRecord(
        { params: { chave: type.chave, id }, query: { versao: version } },
        { ...ctx, db: tx },
      );
    },
  };
}

const wordsOf = ({ campos, codigo, nome }: AnyRecordType): ChangeWords => ({
  identity: [...codigo],
  label: [nome],
  keys: Object.fromEntries(
    Object.entries(campos).flatMap(([key, field]) => [
      [key, lowerFirst(field.titulo)],
      ...(field.tipo === 'GRUPO'
        ? Object.entries(field.campos ?? {}).map(([inner, { titulo }]) => [inner, lowerFirst(titulo)])
        : []),
    ]),
  ),
});

export const menuParts = recordParts({ kind: 'menus', type: ticketMenuType });
export const typeParts = recordParts({ kind: 'types', type: ticketTypeType, stays: ['habilidade'] });
export const reasonParts = recordParts({ kind: 'reasons', type: ticketReasonType });
