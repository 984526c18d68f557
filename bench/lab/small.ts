/** `BENCH_SMALL=1` tries rows out; their figures mean nothing, and none is kept. */
export const isSmall = process.env.BENCH_SMALL === "1";
