export declare const breaches: (root: string) => string[];
