/**
 * DynaMast's strategy as its paper has it, with the weights of Equation 8, to compare with. Owned
 * by the engine's thread.
 */
package org.thetisdb.router.scheme.dynamast.paper;
