#!/usr/bin/env node
// Committed, so that a fresh install can link it before anything is built.
import '../dist/main.js';
