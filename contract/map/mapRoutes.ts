import * as Type from '@sinclair/typebox';
import { defineRoutes } from '../route.ts';
import { PERSONAL_KINDS } from '../rules/privacy/masks.ts';
import { COLUMN_TYPES } from '../rules/reports/report.ts';
import { oneOf } from '../sac/reports/reports.ts';

const Words = (title: string) => Type.Array(Type.String(), { title });
const Key = (title: string) => Type.String({ title });

const ShownField = Type.Object({
  titulo: Type.String({ title: 'Título' }),
  tipo: oneOf(COLUMN_TYPES, 'Tipo'),
  sinonimos: Type.Optional(Words('Sinônimos')),
  /** Set for personal data, which is masked for whoever may not see it. */
  pessoal: Type.Optional(oneOf(PERSONAL_KINDS, 'Dado pessoal')),
  /** Set for what names a customer or quotes somebody: no wall shows it. */
  nomeia: Type.Optional(Type.Boolean({ title: 'Nomeia ou cita alguém' })),
  soma: Type.Optional(oneOf(['SOMA', 'MEDIA'] as const, 'O que se faz de muitos valores')),
  ajuda: Type.Optional(Type.String({ title: 'Ajuda' })),
  opcoes: Type.Optional(
    Type.Array(
      Type.Object({ valor: Type.String({ title: 'Valor' }), rotulo: Type.String({ title: 'Rótulo' }) }),
      { title: 'Os valores que ele pode ter' },
    ),
  ),
  /** `guarda`: which part of an option of that source the field holds. */
  origem: Type.Optional(
    Type.Object(
      {
        fonte: Type.String({ title: 'Fonte (/config/opcoes/{origem})' }),
        guarda: oneOf(['VALOR', 'ROTULO'] as const, 'O que o campo guarda'),
      },
      { title: 'Onde se escolhem os valores' },
    ),
  ),
});

const ShownRelation = Type.Object({
  titulo: Type.String({ title: 'Título' }),
  alvo: Key('Entidade'),
  por: Type.Array(Type.Tuple([Key('Campo daqui'), Key('Campo de lá')]), { title: 'Por quais campos' }),
  /** How the target calls the rows of this entity: the relation read the other way. */
  volta: Type.Object(
    { chave: Key('Chave'), titulo: Type.String({ title: 'Título' }) },
    { title: 'Na outra direção' },
  ),
});

const ShownEntity = Type.Object({
  titulo: Type.Object(
    { um: Type.String({ title: 'Um' }), muitos: Type.String({ title: 'Muitos' }) },
    { title: 'Título' },
  ),
  sinonimos: Type.Optional(Words('Sinônimos')),
  descricao: Type.String({ title: 'Descrição' }),
  chave: Words('Campos que dizem qual é a linha'),
  periodo: Type.Optional(Key('Campo do período')),
  campos: Type.Record(Type.String(), ShownField, { title: 'Campos' }),
  relacoes: Type.Record(Type.String(), ShownRelation, { title: 'Relações' }),
  limites: Type.Optional(
    Type.Object(
      { periodo: Words('Períodos'), aberto: Words('Em aberto'), chaves: Words('Chaves') },
      { title: 'O que limita uma consulta' },
    ),
  ),
  /** The permission that reads it, if the person has it not: nothing more is said of it then. */
  fechada: Type.Optional(Type.String({ title: 'Quem vê' })),
});

export const mapRoutes = defineRoutes({
  /** Everything that reports and conditions may read, as far as the person may. The ETag changes with what it says. */
  read: {
    method: 'GET',
    path: '/config/mapa',
    summary: 'O mapa dos dados: entidades, campos e relações',
    permission: 'CONFIGURACAO',
    revalidated: true,
    response: Type.Record(Type.String(), ShownEntity, { title: 'Entidades' }),
  },
});
