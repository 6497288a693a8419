import { yesNo } from './kinds.ts';

/** Who may publish a definition. */
export const PUBLICATION_PARAMETERS = {
  publicacaoSegundaPessoa: yesNo({
    area: 'GERAL',
    grupo: 'Publicação',
    titulo: 'Segunda pessoa para publicar',
    descricao: 'Quem escreveu um rascunho de configuração não pode publicá-lo.',
    padrao: false,
  }),
};
