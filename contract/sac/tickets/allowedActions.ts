import * as Type from '@sinclair/typebox';

/** What a person may do with a ticket now. */
export const allowedActions = {
  avancar: Type.Boolean({ title: 'Avançar' }),
  retroceder: Type.Boolean({ title: 'Retroceder' }),
  finalizar: Type.Boolean({ title: 'Finalizar' }),
  cancelar: Type.Boolean({ title: 'Cancelar' }),
  reabrir: Type.Boolean({ title: 'Reabrir' }),
  arquivar: Type.Boolean({ title: 'Arquivar' }),
  desarquivar: Type.Boolean({ title: 'Desarquivar' }),
  reclassificar: Type.Boolean({ title: 'Reclassificar' }),
  responder: Type.Boolean({ title: 'Responder' }),
  juntar: Type.Boolean({ title: 'Juntar' }),
  dividir: Type.Boolean({ title: 'Dividir' }),
};
