import { describe, expect, it } from '@jest/globals';
import { ENTITIES } from '#contract/map/index.ts';
import { MAX_STEPS, PATH_PATTERN, resolvePath, stepsFrom, titleOf, typeOf } from '#contract/map/paths.ts';
import { MODULES } from '#contract/permissions.ts';
import { COLUMN_TYPES } from '#contract/rules/reports/report.ts';

const entities = Object.entries(ENTITIES);

/** Texts that walls may show: words of the company's lists, and who works, sells or carries for it. No customer writes any. */
const NAMES_NOBODY: Readonly<Record<string, string>> = {
  tickets:
    'tipo_chave tipo motivo motivo_final etapa etapa_nome filial filial_uf regiao ' +
    'representante transportadora origem setor operador',
  itens:
    'produto_codigo produto marca motivo analise unidade aviso_nota tipo_chave tipo filial ' +
    'filial_uf regiao representante transportadora',
  sugestoes_analise:
    'proposta_nome motivo_nome situacao_nome decisao decisao_nome analista produto_codigo produto marca ' +
    'tipo_chave tipo filial',
  custos: 'tipo_custo transportadora representante',
  eventos: 'evento filial tipo_chave tipo',
  etapas: 'tipo_chave tipo etapa etapa_nome filial',
  coletas: 'responsavel filial',
  prorrogacoes: 'decisao decisao_nome titulo decidida_por responsavel filial',
  clientes: 'cidade uf regiao representante classificacao',
  notas: 'chave aviso_nota filial transportadora',
  itens_nota: 'produto_codigo produto marca aviso_nota unidade',
  titulos: 'titulo',
  pedidos:
    'fase fase_nome filial filial_uf regiao representante vendedor canal origem cobranca ' +
    'plano tabela_preco tipo_frete transportadora cupom motivo_perda perdido_por pagamento',
  itens_pedido:
    'fase fase_nome produto_codigo produto marca filial_saida embalagem unidade filial ' + 'vendedor',
  agendas: 'motivo filial representante pessoa origem',
  atendimentos: 'pessoa motivo situacao_orcamento motivo_perda',
  mensagens: 'tipo_mensagem tipo_mensagem_nome setor atendente tipo_chave tipo filial',
  contatos: 'tipo',
  produtos: 'produto_codigo produto marca classe_venda unidade codigo_barras ncm',
  estoque: 'produto_codigo produto marca unidade filial',
  metas: 'pessoa',
  campanhas: 'campanha descricao tipo',
  representantes: 'representante regiao',
  transportadoras: 'transportadora razao_social cnpj',
  registros_proprios: 'cadastro cadastro_nome filial',
  nomes_de_registros: 'cadastro',
  filiais: 'filial razao_social cidade uf fuso',
  pessoas: 'pessoa perfil setor',
};

describe('the map', () => {
  it.each(entities)(
    '%s names its key, period, bounds and relations by fields that there are',
    (_, entity) => {
      const { chave, periodo, campos, relacoes, limites } = entity;
      const named = [
        ...chave,
        ...(periodo ? [periodo] : []),
        ...Object.values(limites ?? {}).flat(),
        ...Object.values(relacoes).flatMap(({ por }) => por.map(([here]) => here)),
      ];
      expect(named.filter((field) => !(field in campos))).toEqual([]);
      if (periodo) expect(['DATA', 'DATAHORA']).toContain(campos[periodo]?.tipo);
      for (const field of limites?.aberto ?? []) expect(campos[field]?.tipo).toBe('LOGICO');
    },
  );

  it.each(entities)('%s leads to one row by the whole key of the target', (_, { campos, relacoes }) => {
    for (const [key, { alvo, por }] of Object.entries(relacoes)) {
      const target = ENTITIES[alvo];
      expect([key, por.map(([, there]) => there)]).toEqual([key, target?.chave]);
      for (const [here, there] of por)
        expect([here, campos[here]?.tipo]).toEqual([here, target?.campos[there]?.tipo]);
    }
  });

  it.each(entities)('%s has one relation of each name, in both directions', (name) => {
    const keys = stepsFrom(ENTITIES, name).map(({ chave }) => chave);
    expect(keys).toEqual([...new Set(keys)]);
  });

  it.each(entities)('%s has titles, and keys that can stand in a path', (name, entity) => {
    const words = [
      ...Object.values(entity.titulo),
      entity.descricao,
      ...Object.values(entity.campos).map(({ titulo }) => titulo),
      ...stepsFrom(ENTITIES, name).map(({ titulo }) => titulo),
    ];
    expect(words.filter((word) => !word.trim())).toEqual([]);
    const titles = Object.values(entity.campos).map(({ titulo }) => titulo);
    expect(titles).toEqual([...new Set(titles)]);
    for (const key of [name, ...Object.keys(entity.campos), ...stepsFrom(ENTITIES, name).map((s) => s.chave)])
      expect(key).toMatch(new RegExp(PATH_PATTERN));
  });

  it('marks every text that may name or quote a customer, and lists those that cannot', () => {
    const unmarked = entities.flatMap(([name, { campos }]) => {
      const texts = Object.entries(campos).filter(
        ([, { tipo, opcoes, pessoal, nomeia }]) => tipo === 'TEXTO' && !opcoes && !pessoal && !nomeia,
      );
      return texts.map(([field]) => `${name}.${field}`);
    });
    const harmless = Object.entries(NAMES_NOBODY).flatMap(([name, fields]) =>
      fields.split(' ').map((field) => `${name}.${field}`),
    );
    expect(unmarked.sort()).toEqual(harmless.sort());
  });

  it('closes what pages close: only lists that every form offers are open to all authors', () => {
    const known = new Set<string>(
      Object.entries(MODULES).flatMap(([module, actions]) => [module, ...actions]),
    );
    const named = entities.flatMap(([, { permissoes = [] }]) => permissoes.flat());
    expect(named.filter((permission) => !known.has(permission))).toEqual([]);
    const open = entities.filter(([, { permissoes = [] }]) => permissoes.length === 0).map(([name]) => name);
    expect(open.sort()).toEqual([
      'filiais',
      'nomes_de_registros',
      'pessoas',
      'registros_proprios',
      'representantes',
      'transportadoras',
    ]);
  });

  it('lets only figures be summed, and never a code', () => {
    for (const [name, { campos }] of entities)
      for (const [key, { tipo, soma }] of Object.entries(campos)) {
        expect(COLUMN_TYPES).toContain(tipo);
        if (!soma) continue;
        expect([name, key, ['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL'].includes(tipo)]).toEqual([
          name,
          key,
          true,
        ]);
        expect([name, key, /_id$|^(linha|nota|serie)$/.test(key)]).toEqual([name, key, false]);
        if (tipo === 'PERCENTUAL') expect([name, key, soma]).toEqual([name, key, 'MEDIA']);
      }
  });
});

describe('a path', () => {
  it('leads over relations to a field, and reads by their titles', () => {
    expect(resolvePath(ENTITIES, 'itens', 'ticket.cliente.uf')).toMatchObject({
      entity: 'clientes',
      field: 'uf',
      titulo: 'Ticket › Cliente › UF',
      many: false,
    });
    expect(resolvePath(ENTITIES, 'tickets', 'valor')).toMatchObject({ steps: [], titulo: 'Valor' });
    expect(resolvePath(ENTITIES, 'clientes', 'tickets.valor')).toMatchObject({
      many: true,
      steps: [{ tipo: 'MUITOS', alvo: 'tickets', por: [['cliente_id', 'cliente_id']] }],
    });
  });

  it.each([
    'cliente.cor',
    'fornecedor.uf',
    'cliente',
    'cliente.',
    '.uf',
    'cliente..uf',
    'constructor',
    'cliente.constructor.name',
    '__proto__.x',
    Array(MAX_STEPS + 1)
      .fill('cliente')
      .join('.'),
  ])('that leads nowhere is none: %s', (path) => {
    const found = resolvePath(ENTITIES, 'tickets', path);
    // A field may have the name of a relation.
    expect(path === 'cliente' ? found?.steps : found).toEqual(path === 'cliente' ? [] : undefined);
  });

  it('is no longer than four relations, however they go round', () => {
    const round = 'cliente.tickets.cliente.tickets';
    expect(resolvePath(ENTITIES, 'tickets', `${round}.valor`)?.steps).toHaveLength(MAX_STEPS);
    expect(resolvePath(ENTITIES, 'tickets', `${round}.cliente.uf`)).toBeUndefined();
  });

  it('tells its type and what is personal in it', () => {
    const read = typeOf(ENTITIES, 'tickets');
    expect(read('cliente.documento')).toEqual({
      tipo: 'TEXTO',
      titulo: 'Cliente › CPF ou CNPJ',
      pessoal: 'DOCUMENTO',
    });
    expect(read('cliente.nada')).toBeUndefined();
  });

  it('is listed under the entity by its title', () => {
    expect(titleOf(ENTITIES.itens ?? ({} as never))).toBe('Itens de tickets');
  });
});
