/**
 * Where calls run and which partitions move: what a scheme is asked and answers, the placement, and
 * what schemes share. Masters that stay and borders have packages of their own below; each family
 * of schemes has one in {@code router.scheme}. A library without I/O, threads or clocks: the engine
 * calls it on its one thread and hands the time in.
 */
package org.thetisdb.router.routing;
