import { periodDays } from '#contract/rules/dashboards/commonFilters.ts';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { CAMPO_FORMAT } from '#contract/rules/fields/campoFormat.ts';
import { FIELD_ENTITIES } from '#contract/rules/fields/extraField.ts';
import { REGISTRATION_AREAS, REGISTRATION_STEPS } from '#contract/rules/registration/registrationStep.ts';
import { formOfParameters } from '#contract/rules/reports/parameterSchema.ts';
import { WORDS_KEY } from '#contract/rules/words/wordsDefinition.ts';
import type { Content } from './editorProps.ts';

/** The only keys allowed for a kind; null when any key is allowed. */
export function fixedKeys(kind: DefinitionKind): readonly string[] | null {
  if (kind === 'fields') return FIELD_ENTITIES;
  if (kind === 'panels') return ['cliente'];
  if (kind === 'words') return [WORDS_KEY];
  if (kind !== 'registration') return null;
  const steps = REGISTRATION_STEPS.filter((step) => step !== 'campos-adicionais');
  return REGISTRATION_AREAS.flatMap((area) => steps.map((step) => `${area.toLowerCase()}-${step}`));
}

/** 'Devolução à vista' → 'DEVOLUCAO_A_VISTA' for a flow, 'devolucao-a-vista' otherwise. */
export function keyFrom(kind: DefinitionKind, title: string): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return kind === 'flows'
    ? words.join('_').toUpperCase().slice(0, 60)
    : words.join('-').toLowerCase().slice(0, 60);
}

export function keyProblem(kind: DefinitionKind, key: string, taken: readonly string[]): string {
  if (key === '') return 'Informe a chave.';
  if (taken.includes(key)) return 'Já existe uma definição com esta chave.';
  const pattern = kind === 'flows' ? /^[A-Z][A-Z0-9_]{1,59}$/ : /^[a-z][a-z0-9-]{1,59}$/;
  if (pattern.test(key)) return '';
  return kind === 'flows'
    ? 'Use letras maiúsculas, números e _, começando por letra.'
    : 'Use letras minúsculas, números e hífen, começando por letra.';
}

/** The title of a record type is of one record; it has another for its list. */
interface NewTitle {
  title: string;
  plural: string;
}

/** A copy of another definition's content under a new key and title. */
export const copyOf = (
  kind: DefinitionKind,
  content: Content,
  key: string,
  { title, plural }: NewTitle,
): Content =>
  kind === 'flows'
    ? { ...content, chave: key, descricao: title }
    : kind === 'records'
      ? { ...content, chave: key, titulo: titlesOf(title, plural) }
      : { ...content, id: key, titulo: title };

/** A minimal valid definition of a kind, to start from; a registration step still needs its examples. */
export function starterOf(kind: DefinitionKind, key: string, { title, plural }: NewTitle): Content {
  switch (kind) {
    case 'flows':
      return newFlow(key, title);
    case 'fields':
      return { formato: CAMPO_FORMAT, id: key, titulo: title, campos: [] };
    case 'registration':
      return newStep(key, title);
    case 'reports':
      return newReport(key, title);
    case 'panels':
      return newPanel(key, title);
    case 'records':
      return newRecordType(key, title, plural);
    case 'mails':
      return newMail(key, title);
    case 'rules':
      return newRule(key, title);
    case 'dashboards':
      return newDashboard(key, title);
    case 'words':
      return { formato: 1, id: key, titulo: title, palavras: [] };
  }
}

/** Titles are used within sentences. */
const inSentence = (title: string) => title.charAt(0).toLowerCase() + title.slice(1);

const titlesOf = (title: string, plural: string) => ({ um: inSentence(title), muitos: inSentence(plural) });

const newRecordType = (key: string, title: string, plural: string): Content => ({
  formato: CAMPO_FORMAT,
  chave: key,
  titulo: titlesOf(title, plural),
  descricao: plural,
  campos: [
    { chave: 'codigo', titulo: 'Código', tipo: 'TEXT', obrigatorio: true, tamanho: 40 },
    { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true, tamanho: 100 },
    { chave: 'ativo', titulo: 'Em uso', tipo: 'CHECKBOX', padrao: true },
  ],
  codigo: ['codigo'],
  nome: 'nome',
  situacao: 'ativo',
  escopo: ['empresa'],
});

const newMail = (key: string, title: string): Content => ({
  formato: 1,
  id: key,
  titulo: title,
  texto: ['Há novidades no seu ticket {{numero}}.'],
});

/** With whose rights a new rule acts. */
export const USUAL_ROLE = 'SUPERVISOR';

const newRule = (key: string, title: string): Content => ({
  formato: 1,
  id: key,
  titulo: title,
  entidade: 'tickets',
  quando: { tipo: 'EVENTO', evento: 'CRIADO' },
  entao: [{ acao: 'ANOTAR', mensagem: title }],
  papel: USUAL_ROLE,
});

/** Begins with a text, since only the author knows the reports that it is about. */
const newDashboard = (key: string, title: string): Content => ({
  formato: 1,
  id: key,
  titulo: title,
  filtros: [{ filtro: 'PERIODO', padrao: 'ULTIMOS_30' }],
  blocos: [{ chave: 'texto', tipo: 'TEXTO', texto: title, largura: 12, altura: 1 }],
});

const newPanel = (key: string, title: string): Content => ({
  formato: 1,
  id: key,
  titulo: title,
  grupos: [{ chave: 'cadastro', titulo: 'Cadastro' }],
  abas: [
    {
      chave: 'dados',
      titulo: 'Dados Cadastrais',
      grupo: 'cadastro',
      icone: 'Badge',
      permissoes: ['CLIENTE_DADOS_CADASTRAIS'],
    },
  ],
});

const flowStep = (chave: string, descricao: string, ends: boolean) => ({
  chave,
  descricao,
  setor: 'SAC',
  exigencia: null,
  status_ao_entrar: ends ? 'FINALIZADO' : 'ABERTO',
  prazo_horas_uteis: ends ? null : 8,
  permissao: null,
  permite_retroceder: false,
  inicial: !ends,
  terminal: ends,
});

const newFlow = (key: string, title: string): Content => ({
  chave: key,
  descricao: title,
  etapas: [
    flowStep('ABERTURA', 'Abertura', false),
    { ...flowStep('TRATATIVA', 'Tratativa', false), inicial: false, status_ao_entrar: 'EM_ATENDIMENTO' },
    flowStep('FINALIZADO', 'Finalizado', true),
  ],
  transicoes: [
    way('ABERTURA', 'TRATATIVA', 'Iniciar tratativa'),
    way('TRATATIVA', 'FINALIZADO', 'Finalizar'),
  ],
});

const way = (de: string, para: string, rotulo: string) => ({
  de,
  para,
  tipo: 'PADRAO',
  rotulo,
  condicao: null,
  exige_motivo: false,
});

function newStep(key: string, title: string): Content {
  const [area = '', ...step] = key.split('-');
  return {
    formato: 1,
    id: key,
    area: area.toUpperCase(),
    etapa: step.join('-'),
    titulo: title,
    schema: { type: 'object', properties: {}, unevaluatedProperties: false },
    ui: {},
    testes: [],
  };
}

const LAST_DAYS = periodDays('ULTIMOS_30');

const newReport = (key: string, title: string): Content => ({
  formato: 1,
  id: key,
  titulo: title,
  descricao: title,
  grupo: 'Próprios',
  thumb: 'Description',
  cor: 'primaria',
  modo_exibicao: 'PAGINA',
  permissoes: { ver: 'SAC_RELATORIO', exportar: 'RELATORIOS_EXPORTAR' },
  // Over all tickets that ever were it would be refused.
  parametros: formOfParameters([
    {
      ...{ parametro: 'periodo', label: 'Período', tipo: 'DATERANGE', obrigatorio: true, opcoes: [] },
      valorpadrao: LAST_DAYS,
    },
  ]),
  consulta: {
    tipo: 'DECLARATIVA',
    conjunto: 'tickets',
    colunas: [
      { campo: 'motivo', como: 'motivo' },
      { como: 'quantidade', agregacao: 'CONTAGEM' },
    ],
    filtros: [{ campo: 'criado_em', operador: 'ENTRE', parametro: 'periodo' }],
    ordem: [{ coluna: 'quantidade', direcao: 'DESC' }],
  },
  colunas: [
    { campo: 'motivo', titulo: 'Motivo de abertura', tipo: 'TEXTO' },
    { campo: 'quantidade', titulo: 'Quantidade', tipo: 'INTEIRO', total: 'SOMA' },
  ],
  limites: { linhasTela: 500, linhasArquivo: 50_000, segundos: 20 },
  saidas: ['CSV', 'XLSX', 'PDF'],
  // It runs as it begins; which columns it has is still being chosen.
  testes: [{ parametros: { periodo: LAST_DAYS }, espera: {} }],
});
