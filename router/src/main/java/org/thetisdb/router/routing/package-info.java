/**
 * Where calls run and which partitions move: what a scheme is asked and answers, the placement, and
 * what schemes share. DynaMast's strategy, the one of its paper, fixed masters and borders have
 * packages of their own below. A library without I/O, threads or clocks: the engine calls it on its
 * one thread and hands the time in.
 */
package org.thetisdb.router.routing;
