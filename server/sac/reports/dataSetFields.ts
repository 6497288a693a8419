import type { FieldEntity } from '#contract/rules/fields/fieldSchema.ts';
import type { PersonalKind } from '#contract/rules/privacy/masks.ts';
import type { ColumnType } from '#contract/rules/reports/report.ts';

export interface DataSetField {
  titulo: string;
  tipo: ColumnType;
  /** What kind of personal data it holds; masked for users who may not see it. */
  pessoal?: PersonalKind;
}

export interface DataSet {
  titulo: string;
  descricao: string;
  campos: Readonly<Record<string, DataSetField>>;
  /** The field that names a row, where one field does. */
  chave?: string;
  /** Set for a type of the company's own, which has no view: its fields are read from `registros_proprios`. */
  own?: { type: string; sql: Readonly<Record<string, string>> };
  /** The expressions that read the fields which administrators added to a set with a view, on the view as `r`. */
  added?: Readonly<Record<string, string>>;
}

/** Begins the names of fields that administrators added, so that none has the name of another. */
export const ADDED_FIELD = 'campo_';

/** The sets that have fields which administrators added, with whose fields these are. */
export const ADDED_TO = { clientes: 'cliente', tickets: 'ticket' } as const satisfies Record<
  string,
  FieldEntity
>;

const field =
  (tipo: ColumnType) =>
  (titulo: string): DataSetField => ({ titulo, tipo });
const texto = field('TEXTO');
const inteiro = field('INTEIRO');
const decimal = field('DECIMAL');
const dinheiro = field('DINHEIRO');
const data = field('DATA');
const momento = field('DATAHORA');
const logico = field('LOGICO');

const ticket = { ticket_id: inteiro('Ticket') };
const type = { tipo_chave: texto('Tipo (chave)'), tipo: texto('Tipo') };
const branch = { filial_id: inteiro('Filial (código)'), filial: texto('Filial') };
const customer = { cliente_id: inteiro('Cliente (código)'), cliente: texto('Cliente') };
const region = { regiao_id: inteiro('Região (código)'), regiao: texto('Região') };
const representative = {
  representante_id: inteiro('Representante (código)'),
  representante: texto('Representante'),
};
const carrier = {
  transportadora_id: inteiro('Transportadora (código)'),
  transportadora: texto('Transportadora'),
};
const product = {
  produto_id: inteiro('Produto (código interno)'),
  produto_codigo: texto('Código do produto'),
  produto: texto('Produto'),
  marca: texto('Marca'),
};

/** Describes the views of schema relatorio (migration 0013); a test keeps the two in sync. */
export const DATA_SETS: Readonly<Record<string, DataSet>> = {
  tickets: {
    titulo: 'Tickets',
    chave: 'ticket_id',
    descricao: 'Um ticket por linha, com quem o cuida, onde está, quantidade, valor e custo.',
    campos: {
      ...ticket,
      ...type,
      situacao: texto('Situação (chave)'),
      situacao_nome: texto('Situação'),
      aberto: logico('Em aberto'),
      arquivado: logico('Arquivado'),
      resultado: texto('Resultado'),
      assunto: texto('Assunto'),
      motivo_id: inteiro('Motivo (código)'),
      motivo: texto('Motivo de abertura'),
      motivo_final: texto('Motivo de finalização'),
      etapa: texto('Etapa (chave)'),
      etapa_nome: texto('Etapa'),
      entrou_na_etapa: momento('Entrou na etapa em'),
      ...customer,
      ...branch,
      filial_uf: texto('UF da filial'),
      ...region,
      ...representative,
      ...carrier,
      origem: texto('Origem'),
      setor_id: inteiro('Setor (código)'),
      setor: texto('Setor'),
      operador_id: inteiro('Operador (código)'),
      operador: texto('Operador'),
      criador: texto('Aberto por'),
      criado_em: momento('Aberto em'),
      atualizado_em: momento('Atualizado em'),
      prazo: momento('Prazo'),
      finalizado_em: momento('Finalizado em'),
      atrasado: logico('Atrasado'),
      dias: decimal('Dias de vida'),
      custo: dinheiro('Custo'),
      quantidade: decimal('Quantidade'),
      valor: dinheiro('Valor'),
      retrocessos: inteiro('Voltas de etapa'),
      reaberturas: inteiro('Reaberturas'),
    },
  },
  itens: {
    titulo: 'Itens de tickets',
    descricao:
      'Um produto de um ticket por linha, com as quantidades na unidade da nota; o custo do ticket é repartido pelo valor dos itens.',
    campos: {
      ...ticket,
      linha: inteiro('Linha'),
      ...product,
      motivo_id: inteiro('Motivo (código)'),
      motivo: texto('Motivo'),
      analise: texto('Análise'),
      unidade: texto('Unidade da nota'),
      quantidade: decimal('Quantidade'),
      solicitada: decimal('Quantidade pedida'),
      autorizada: decimal('Quantidade autorizada'),
      conferida: decimal('Quantidade conferida'),
      fora_prazo: decimal('Fora do prazo'),
      outra_marca: decimal('Outra marca'),
      falta: decimal('Falta'),
      avaria: decimal('Avaria'),
      quebra: decimal('Quebra direta'),
      preco: dinheiro('Preço'),
      valor: dinheiro('Valor'),
      valor_solicitado: dinheiro('Valor pedido'),
      valor_autorizado: dinheiro('Valor autorizado'),
      custo: dinheiro('Custo repartido'),
      nota_id: inteiro('Nota (código)'),
      nota: inteiro('Nota fiscal'),
      nota_emitida_em: data('Emissão da nota'),
      aviso_nota: texto('Aviso da nota'),
      ...type,
      situacao: texto('Situação (chave)'),
      aberto: logico('Em aberto'),
      ...customer,
      ...branch,
      filial_uf: texto('UF da filial'),
      ...region,
      ...representative,
      ...carrier,
      criado_em: momento('Aberto em'),
      finalizado_em: momento('Finalizado em'),
    },
  },
  custos: {
    titulo: 'Custos de tickets',
    chave: 'custo_id',
    descricao: 'Um custo lançado num ticket por linha, com quem o paga.',
    campos: {
      custo_id: inteiro('Custo (código)'),
      ...ticket,
      tipo_custo: texto('Tipo do custo'),
      descricao: texto('Descrição'),
      valor: dinheiro('Valor'),
      ...carrier,
      ...representative,
      criado_em: momento('Lançado em'),
      filial_id: inteiro('Filial (código)'),
      cliente_id: inteiro('Cliente (código)'),
    },
  },
  eventos: {
    titulo: 'Atividades de tickets',
    chave: 'evento_id',
    descricao: 'Um acontecimento de um ticket por linha.',
    campos: {
      evento_id: inteiro('Atividade (código)'),
      ...ticket,
      evento: texto('Atividade'),
      texto: { ...texto('Texto'), pessoal: 'FRASE' },
      pessoa: texto('Pessoa'),
      criado_em: momento('Quando'),
      ...branch,
      ...type,
      cliente_id: inteiro('Cliente (código)'),
      representante_id: inteiro('Representante (código)'),
    },
  },
  etapas: {
    titulo: 'Passagens por etapas',
    descricao: 'Uma passagem de um ticket por uma etapa por linha, com as horas que durou.',
    campos: {
      ...ticket,
      ...type,
      etapa: texto('Etapa (chave)'),
      etapa_nome: texto('Etapa'),
      entrou_em: momento('Entrou em'),
      saiu_em: momento('Saiu em'),
      atual: logico('Ainda nela'),
      horas: decimal('Horas'),
      ...branch,
      regiao_id: inteiro('Região (código)'),
      representante_id: inteiro('Representante (código)'),
      cliente_id: inteiro('Cliente (código)'),
    },
  },
  clientes: {
    titulo: 'Clientes',
    chave: 'cliente_id',
    descricao: 'Um cliente por linha, com a última compra.',
    campos: {
      cliente_id: inteiro('Cliente (código)'),
      documento: { ...texto('CNPJ ou CPF'), pessoal: 'DOCUMENTO' },
      razao_social: texto('Razão social'),
      cliente: texto('Nome fantasia'),
      cidade: texto('Cidade'),
      uf: texto('UF'),
      ...region,
      ...representative,
      prospecto: logico('Prospecto'),
      bloqueado: logico('Bloqueado'),
      ultima_compra: data('Última compra'),
      dias_sem_compra: inteiro('Dias sem compra'),
      titulos_em_aberto: logico('Títulos em aberto'),
      cadastrado_em: momento('Cadastrado em'),
      notas: inteiro('Notas'),
      comprado: dinheiro('Comprado'),
    },
  },
  notas: {
    titulo: 'Notas fiscais',
    chave: 'nota_id',
    descricao: 'Uma nota de venda por linha.',
    campos: {
      nota_id: inteiro('Nota (código)'),
      nota: inteiro('Nota fiscal'),
      serie: inteiro('Série'),
      chave: texto('Chave de acesso'),
      emitida_em: data('Emissão'),
      itens: inteiro('Itens'),
      valor: dinheiro('Valor'),
      aviso_nota: texto('Aviso da nota'),
      ...customer,
      ...branch,
      regiao_id: inteiro('Região (código)'),
      representante_id: inteiro('Representante (código)'),
      ...carrier,
    },
  },
  itens_nota: {
    titulo: 'Itens de notas fiscais',
    descricao: 'Um produto vendido por linha.',
    campos: {
      nota_id: inteiro('Nota (código)'),
      nota: inteiro('Nota fiscal'),
      emitida_em: data('Emissão'),
      linha: inteiro('Linha'),
      ...product,
      aviso_nota: texto('Aviso da nota'),
      unidade: texto('Unidade'),
      comprada: decimal('Quantidade comprada'),
      devolvida: decimal('Quantidade devolvida'),
      preco: dinheiro('Preço'),
      valor: dinheiro('Valor'),
      cliente_id: inteiro('Cliente (código)'),
      filial_id: inteiro('Filial (código)'),
      representante_id: inteiro('Representante (código)'),
    },
  },
  titulos: {
    titulo: 'Títulos a receber',
    chave: 'titulo_id',
    descricao: 'Um título de uma nota por linha.',
    campos: {
      titulo_id: inteiro('Título (código)'),
      titulo: texto('Título'),
      vence_em: data('Vencimento'),
      pagavel_ate: data('Pagável até (dia útil)'),
      valor: dinheiro('Valor'),
      pago_em: data('Pago em'),
      em_aberto: logico('Em aberto'),
      nota_id: inteiro('Nota (código)'),
      nota: inteiro('Nota fiscal'),
      ...customer,
      filial_id: inteiro('Filial (código)'),
      representante_id: inteiro('Representante (código)'),
    },
  },
  coletas: {
    titulo: 'Coletas',
    descricao: 'Um ticket de uma ordem de coleta por linha.',
    campos: {
      coleta_id: inteiro('Coleta'),
      ...ticket,
      responsavel_tipo: texto('Tipo do responsável'),
      responsavel: texto('Responsável'),
      transportadora_id: inteiro('Transportadora (código)'),
      representante_id: inteiro('Representante (código)'),
      situacao: texto('Situação (chave)'),
      situacao_nome: texto('Situação'),
      agendada_para: data('Agendada para'),
      criada_em: momento('Gerada em'),
      confirmada_em: momento('Confirmada em'),
      dias_ate_confirmar: decimal('Dias até confirmar'),
      ...branch,
      ...customer,
      quantidade: decimal('Quantidade'),
    },
  },
  prorrogacoes: {
    titulo: 'Prorrogações',
    chave: 'decisao_id',
    descricao: 'Uma decisão sobre um título por linha.',
    campos: {
      decisao_id: inteiro('Decisão (código)'),
      ...ticket,
      decisao: texto('Decisão (chave)'),
      decisao_nome: texto('Decisão'),
      vencia_em: data('Vencia em'),
      vence_em: data('Vence em'),
      dias: inteiro('Dias a mais'),
      titulo: texto('Título'),
      valor: dinheiro('Valor do título'),
      nota: inteiro('Nota fiscal'),
      decidida_por: texto('Decidida por'),
      decidida_em: momento('Decidida em'),
      responsavel: texto('Responsável pelo atraso'),
      dias_atraso: inteiro('Dias de atraso da entrega'),
      ...customer,
      ...branch,
      representante_id: inteiro('Representante (código)'),
    },
  },
  registros_proprios: {
    titulo: 'Registros dos cadastros próprios',
    descricao: 'Um registro por linha, de todos os cadastros que a empresa criou.',
    campos: {
      registro_id: inteiro('Registro (código interno)'),
      cadastro: texto('Cadastro (chave)'),
      cadastro_nome: texto('Cadastro'),
      // Of one type they are personal and of another not, which a query over all of them does not tell.
      codigo: { ...texto('Código'), pessoal: 'TEXTO' },
      nome: { ...texto('Nome'), pessoal: 'TEXTO' },
      arquivado: logico('Arquivado'),
      ...customer,
      ...branch,
      criado_em: momento('Criado em'),
      atualizado_em: momento('Atualizado em'),
    },
  },
  nomes_de_registros: {
    titulo: 'Nomes dos registros',
    descricao:
      'Código e nome de cada registro dos cadastros padrão, para dizer o que os cadastros próprios citam.',
    campos: {
      cadastro: texto('Cadastro (chave)'),
      registro_id: inteiro('Registro (código interno)'),
      codigo: { ...texto('Código'), pessoal: 'DOCUMENTO' },
      nome: texto('Nome'),
    },
  },
  filiais: {
    titulo: 'Filiais',
    descricao: 'Uma filial por linha.',
    campos: {
      ...branch,
      razao_social: texto('Razão social'),
      cidade: texto('Cidade'),
      uf: texto('UF'),
      fuso: texto('Fuso horário'),
    },
  },
  pessoas: {
    titulo: 'Pessoas',
    descricao: 'Uma pessoa da empresa por linha.',
    campos: {
      pessoa_id: inteiro('Pessoa (código)'),
      pessoa: texto('Pessoa'),
      perfil: texto('Perfil'),
      setor: texto('Setor'),
      ativa: logico('Ativa'),
    },
  },
};
