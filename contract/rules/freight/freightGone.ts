/** Begins the notice that a freight has to be calculated again; it ends when that was done. */
export const FREIGHT_GONE = 'O frete calculado foi retirado';
