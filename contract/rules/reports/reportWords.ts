import { permissionNames } from '../../catalogs/permissionNames.ts';
import { sentenceOf } from '../../expression/sentence.ts';
import { isExpression } from '../../expression/tree.ts';
import { ENTITIES } from '../../map/index.ts';
import { typeOf } from '../../map/paths.ts';
import { type ChangeWords, changesBetween } from '../definitions/changes.ts';
import type { DefinitionChange } from '../definitions/definition.ts';
import { ownProperty } from '../definitions/items.ts';
import { OPTION_SOURCES } from '../forms/formDefinition.ts';
import { isRecord } from '../jsonRecord.ts';
import { lowerFirst } from '../text.ts';
import { markColors, markTests } from './columnMarks.ts';
import { comparisons, grains, showings } from './figures.ts';
import { parametersOf } from './parameterSchema.ts';
import type { ReportDefinition } from './report.ts';
import { aggregations, chartTypes, columnTypes, modes, operators, parameterTypes, totals } from './report.ts';

const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tipo: { ...columnTypes, ...parameterTypes, ...chartTypes, DECLARATIVA: 'montada', SQL: 'escrita em SQL' },
  total: totals,
  agregacao: aggregations,
  operador: operators,
  modo_exibicao: modes,
  direcao: { ASC: 'crescente', DESC: 'decrescente' },
  formato: Object.fromEntries(Object.entries(grains).map(([key, name]) => [key, lowerFirst(name)])),
  mostra: showings,
  compara: comparisons,
  quando: markTests,
  cor: markColors,
  ver: permissionNames,
  exportar: permissionNames,
  origem: Object.fromEntries(Object.entries(OPTION_SOURCES).map(([key, { titulo }]) => [key, titulo])),
};

/** Names for the keys of a report in a comparison of two versions. */
export const reportWords: ChangeWords = {
  identity: ['parametro', 'como', 'coluna', 'campo', 'valor'],
  label: ['titulo', 'label', 'rotulo', 'title'],
  silent: ['schema', 'ui', 'properties'],
  lists: {
    colunas: { same: [['como'], ['campo'], ['titulo']] },
    filtros: { same: [['campo', 'operador'], ['campo']] },
    ordem: { same: [['coluna']] },
    destaques: { same: [['rotulo']] },
    parametros: { same: [['parametro']] },
  },
  naming(key, value) {
    if (typeof value === 'string' && Object.hasOwn(NAMES, key)) {
      const name = ownProperty(NAMES[key] ?? {}, value);
      return typeof name === 'string' ? `"${name}"` : undefined;
    }
    if (key === 'espera' && isRecord(value) && typeof value.recusa === 'string')
      return `recusado por falta de ${value.recusa}`;
    return undefined;
  },
  keys: {
    titulo: 'título',
    descricao: 'descrição',
    grupo: 'grupo',
    thumb: 'ícone',
    cor: 'cor',
    modo_exibicao: 'onde é mostrado',
    permissoes: 'permissões',
    ver: 'quem vê',
    exportar: 'quem exporta',
    parametros: 'filtros',
    schema: 'regras',
    ui: 'apresentação',
    properties: 'campos',
    required: 'obrigatórios',
    enum: 'opções',
    title: 'rótulo',
    description: 'ajuda',
    default: 'valor inicial',
    maxLength: 'caracteres no máximo',
    maxItems: 'escolhas no máximo',
    maximum: 'dígitos no máximo',
    minimum: 'menor número',
    'x-periodo': 'período',
    dias: 'dias no máximo',
    'ui:order': 'ordem',
    'ui:widget': 'tipo',
    'ui:enumNames': 'rótulos das opções',
    'ui:options': 'opções do servidor',
    label: 'rótulo',
    tipo: 'tipo',
    obrigatorio: 'obrigatório',
    opcoes: 'opções',
    valorpadrao: 'começa com',
    tamanho: 'tamanho',
    ajuda: 'ajuda',
    origem: 'de onde vêm as opções',
    dependeDe: 'depende de',
    consulta: 'consulta',
    conjunto: 'conjunto de dados',
    filtros: 'condições com filtros',
    onde: 'condições',
    expr: 'conta',
    operador: 'condição',
    parametro: 'compara com',
    valor: 'valor fixo',
    ordem: 'ordem',
    coluna: 'coluna',
    direcao: 'sentido',
    campo: 'campo',
    como: 'nome da coluna',
    formato: 'agrupa por',
    sql: 'SQL',
    agregacao: 'cálculo',
    mostra: 'mostra',
    compara: 'período comparado com',
    primeiros: 'primeiros',
    quantos: 'só os primeiros',
    por: 'de cada',
    outros: 'somar os demais em "Outros"',
    cruza: 'vira colunas',
    destaques: 'destaques',
    quando: 'quando',
    colunas: 'colunas',
    total: 'total',
    casas: 'casas decimais',
    abre: 'ao tocar, abre',
    grafico: 'gráfico',
    eixo: 'categorias',
    series: 'valores',
    maximo: 'no máximo',
    minimo: 'ao menos',
    limites: 'limites',
    linhasTela: 'linhas na tela',
    linhasArquivo: 'linhas em arquivo',
    segundos: 'segundos no máximo',
    saidas: 'arquivos oferecidos',
    testes: 'conferências',
    espera: 'o que se espera',
  },
};

/** A filter is reported once, although the file mentions it in several places. */
export function reportChanges(before: ReportDefinition, after: ReportDefinition): DefinitionChange[] {
  const withParameters = (report: ReportDefinition) => ({
    ...report,
    parametros: parametersOf(report.parametros),
  });
  const words = wordsOver(after);
  const found = changesBetween(withParameters(before), withParameters(after), words);
  // A change outside the filter table (a key that no filter has) is not a filter change, but still has to be reported.
  return found.length > 0 ? found : changesBetween(before, after, words);
}

/** An expression is said as a whole, with the titles of the fields that the console brings; the others by their paths. */
function wordsOver({ consulta }: ReportDefinition): ChangeWords {
  const titles = consulta.tipo === 'SQL' ? () => undefined : typeOf(ENTITIES, consulta.conjunto);
  return {
    ...reportWords,
    naming: (key, value, ...rest) =>
      (key === 'onde' || key === 'expr') && isExpression(value)
        ? `"${sentenceOf(value, titles)}"`
        : reportWords.naming?.(key, value, ...rest),
  };
}
