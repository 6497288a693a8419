import { choice, switches, yesNo } from './kinds.ts';

const registration = { area: 'GERAL', grupo: 'Cadastro de clientes', recarga: true } as const;

/** What decides on the registration of customers. */
export const REGISTRATION_PARAMETERS = {
  cadastraCliente: choice({
    ...registration,
    titulo: 'Tipo de cadastro',
    descricao: 'Qual cadastro abre quando se cria um cliente.',
    padrao: 'AVANCADO',
    de: { COMPLETO: 'Completo', AVANCADO: 'Avançado, em etapas', SIMPLIFICADO: 'Pré-cadastro' },
  }),
  usaLgpd: yesNo({
    ...registration,
    titulo: 'Ocultar CPF nas listas',
    descricao: 'Listas e planilhas de clientes mostram só o meio do CPF; o cadastro o mostra inteiro.',
    padrao: false,
  }),
  permiteCadastroCpfSemIE: yesNo({
    ...registration,
    titulo: 'Isento para CPF',
    descricao: 'Oferece "Isento" de inscrição estadual também a quem se cadastra com CPF.',
    padrao: false,
  }),
  inputsOpcionaisCadastroCliente: switches({
    ...registration,
    titulo: 'Campos opcionais do cadastro',
    descricao: 'Campos que são obrigatórios e aqui deixam de ser.',
    padrao: { tabela_preco: false },
    nomes: { tabela_preco: 'Tabela de preço opcional' },
  }),
};
