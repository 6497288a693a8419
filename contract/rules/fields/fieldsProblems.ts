import type { DefinitionProblem } from '../definitions/definition.ts';
import { repeatedProblems } from '../problem.ts';
import { campoTypes, MAX_DIGITS } from './campo.ts';
import { conditionProblems } from './conditionProblems.ts';
import type { ExtraField, ExtraFieldsDefinition } from './extraField.ts';
import { MAX_FIELD_FILES } from './fieldFiles.ts';
import { RECORD_FACTS } from './recordFacts.ts';

/** Every record would have the same one. */
export const NO_FIRST_INSTANT = 'Uma data com hora não tem valor inicial. Retire-o.';

/** Errors in a set of fields beyond its shape, and warnings about odd ones. */
export function fieldsProblems(definition: ExtraFieldsDefinition): DefinitionProblem[] {
  const { campos } = definition;
  const found: Found[] = [
    ...repeatedProblems('A chave', pointed(campos, 'chave')),
    ...campos.flatMap((field, index) => fieldProblems(field, `/campos/${index}`)),
    ...conditionProblems(campos, '/campos', {
      facts: RECORD_FACTS[definition.id] ?? [],
      isPersonal: ({ pessoal }) => pessoal === true,
      asksPersonal: true,
    }),
  ];
  return [
    ...found.map((problem) => ({ ...problem, severity: 'ERRO' as const })),
    ...oddities(definition).map((problem) => ({ ...problem, severity: 'AVISO' as const })),
  ];
}

interface Found {
  pointer: string;
  message: string;
}

const pointed = (campos: readonly ExtraField[], key: 'chave'): [string, string][] =>
  campos.map((field, index) => [`/campos/${index}/${key}`, field[key]]);

const fieldProblems = (field: ExtraField, at: string): Found[] => [
  ...optionProblems(field, at),
  ...limitProblems(field, at),
  ...filterProblems(field, at),
];

function optionProblems({ tipo, opcoes }: ExtraField, at: string): Found[] {
  if (!campoTypes[tipo].options)
    return opcoes
      ? [
          {
            pointer: `${at}/opcoes`,
            message: `Um campo do tipo ${typeName(tipo)} não tem opções. Retire-as.`,
          },
        ]
      : [];
  if (!opcoes?.some(({ arquivada }) => !arquivada))
    return [{ pointer: opcoes ? `${at}/opcoes` : at, message: 'Inclua pelo menos uma opção em uso.' }];
  return [
    ...repeatedProblems(
      'O valor',
      opcoes.map(({ valor }, index) => [`${at}/opcoes/${index}/valor`, valor]),
    ),
    ...repeatedProblems(
      'O rótulo',
      opcoes.flatMap(({ rotulo, arquivada }, index) =>
        arquivada ? [] : [[`${at}/opcoes/${index}/rotulo`, rotulo] as const],
      ),
    ),
  ];
}

const typeName = (tipo: ExtraField['tipo']) => campoTypes[tipo].label.toLowerCase();

function limitProblems(field: ExtraField, at: string): Found[] {
  const { tipo, tamanho, casas, minimo, maximo } = field;
  const number = campoTypes[tipo].number === true;
  const checks: [boolean, string, string][] = [
    [
      tamanho !== undefined && !campoTypes[tipo].size,
      'tamanho',
      `Um campo do tipo ${typeName(tipo)} não tem tamanho. Retire-o.`,
    ],
    [
      campoTypes[tipo].decimal === true && (tamanho ?? 0) > MAX_DIGITS,
      'tamanho',
      `Use no máximo ${MAX_DIGITS} dígitos.`,
    ],
    [
      tipo === 'ARQUIVO' && (tamanho ?? 0) > MAX_FIELD_FILES,
      'tamanho',
      `Peça no máximo ${MAX_FIELD_FILES} arquivos.`,
    ],
    [
      tipo === 'ARQUIVO' && field.padrao !== undefined,
      'padrao',
      'Um campo de arquivos não tem valor inicial. Retire-o.',
    ],
    [
      casas !== undefined && !campoTypes[tipo].decimal,
      'casas',
      'Só um número com casas tem casas decimais. Retire-as.',
    ],
    [
      minimo !== undefined && !number,
      'minimo',
      `Um campo do tipo ${typeName(tipo)} não tem mínimo. Retire-o.`,
    ],
    [
      maximo !== undefined && !number,
      'maximo',
      `Um campo do tipo ${typeName(tipo)} não tem máximo. Retire-o.`,
    ],
    [
      number && minimo !== undefined && maximo !== undefined && minimo > maximo,
      'maximo',
      'O máximo é menor que o mínimo. Corrija um dos dois.',
    ],
    [
      field.marcado === true && tipo !== 'CHECKBOX',
      'marcado',
      'Só um campo de sim ou não precisa estar marcado. Retire-o.',
    ],
    [
      field.marcado === true && tipo === 'CHECKBOX' && !field.obrigatorio,
      'marcado',
      'Para precisar estar marcado, o campo é obrigatório. Marque os dois, ou nenhum.',
    ],
    [tipo === 'INSTANTE' && field.padrao !== undefined, 'padrao', NO_FIRST_INSTANT],
    [tipo === 'INTEIRO' && fractional(minimo), 'minimo', 'O mínimo de um número inteiro é um inteiro.'],
    [tipo === 'INTEIRO' && fractional(maximo), 'maximo', 'O máximo de um número inteiro é um inteiro.'],
  ];
  return checks.flatMap(([wrong, key, message]) => (wrong ? [{ pointer: `${at}/${key}`, message }] : []));
}

const fractional = (value: number | undefined) => value !== undefined && !Number.isInteger(value);

const filterProblems = ({ tipo, filtravel }: ExtraField, at: string): Found[] =>
  filtravel && campoTypes[tipo].filter === null
    ? [
        {
          pointer: `${at}/filtravel`,
          message:
            tipo === 'ARQUIVO'
              ? 'Arquivos não servem de filtro. Desmarque.'
              : 'Um texto longo não serve de filtro. Desmarque, ou use o tipo Texto.',
        },
      ]
    : [];

function oddities({ id, campos }: ExtraFieldsDefinition): Found[] {
  const titles = new Set<string>();
  return campos.flatMap((field, index) => {
    const at = `/campos/${index}`;
    const repeated = !field.arquivado && titles.has(field.titulo.toLocaleLowerCase('pt-BR'));
    if (!field.arquivado) titles.add(field.titulo.toLocaleLowerCase('pt-BR'));
    return [
      ...(repeated ? [{ pointer: `${at}/titulo`, message: `Há dois campos '${field.titulo}'.` }] : []),
      ...(field.publico && id === 'cliente'
        ? [
            {
              pointer: `${at}/publico`,
              message: 'Só campos de tickets são vistos por quem não é da empresa.',
            },
          ]
        : []),
      ...(field.marcado && field.padrao === false
        ? [{ pointer: `${at}/padrao`, message: 'A caixa precisa estar marcada e começa desmarcada.' }]
        : []),
    ];
  });
}
