import type { DefinitionProblem } from '../definitions/definition.ts';
import { valueText } from '../definitions/items.ts';
import { repeatedProblems } from '../problem.ts';
import { campoTypes, MAX_DIGITS } from './campo.ts';
import type { ExtraField, ExtraFieldsDefinition } from './fieldSchema.ts';

/** Errors in a set of fields beyond its shape, and warnings about odd ones. */
export function fieldsProblems(definition: ExtraFieldsDefinition): DefinitionProblem[] {
  const { campos } = definition;
  const found = [
    ...repeatedProblems('A chave', pointed(campos, 'chave')),
    ...campos.flatMap((field, index) => fieldProblems(field, `/campos/${index}`, definition)),
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

const fieldProblems = (field: ExtraField, at: string, definition: ExtraFieldsDefinition): Found[] => [
  ...optionProblems(field, at),
  ...limitProblems(field, at),
  ...filterProblems(field, at),
  ...visibilityProblems(field, at, definition),
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
          message: 'Um texto longo não serve de filtro. Desmarque, ou use o tipo Texto.',
        },
      ]
    : [];

function visibilityProblems(field: ExtraField, at: string, { campos }: ExtraFieldsDefinition): Found[] {
  const { visivelSe } = field;
  if (!visivelSe) return [];
  const on = campos.find(({ chave }) => chave === visivelSe.campo);
  const problem = (message: string, key = 'campo') => [{ pointer: `${at}/visivelSe/${key}`, message }];
  if (!on) return problem(`Não há um campo "${visivelSe.campo}". Escolha um que exista.`);
  if (on === field) return problem('Um campo não pode depender de si mesmo.');
  if (on.arquivado && !field.arquivado)
    return problem(`O campo '${on.titulo}' está arquivado: este nunca apareceria.`);
  if (!campoTypes[on.tipo].options && on.tipo !== 'CHECKBOX')
    return problem(
      `Só se depende de um campo de opções ou de sim ou não; '${on.titulo}' é ${typeName(on.tipo)}.`,
    );
  if (field.publico && !on.publico)
    return problem(`O campo '${on.titulo}' não é público: consumidores e representantes nunca veriam este.`);
  if (dependsOn(on, field, campos)) return problem('Os campos dependem um do outro em círculo.');
  const known: (string | boolean)[] =
    on.tipo === 'CHECKBOX' ? [true, false] : (on.opcoes ?? []).map(({ valor }) => valor);
  return visivelSe.valores.flatMap((value, index) =>
    known.includes(value)
      ? []
      : problem(`${valueText(value)} não é um valor de '${on.titulo}'.`, `valores/${index}`),
  );
}

/** Whether `from` depends on `to`, possibly through other fields. */
function dependsOn(from: ExtraField, to: ExtraField, campos: readonly ExtraField[]): boolean {
  const seen = new Set<string>();
  let at: ExtraField | undefined = from;
  while (at?.visivelSe && !seen.has(at.chave)) {
    seen.add(at.chave);
    const next: string = at.visivelSe.campo;
    if (next === to.chave) return true;
    at = campos.find(({ chave }) => chave === next);
  }
  return false;
}

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
