/**
 * Where calls run and which partitions move: placement, statistics of what is accessed together,
 * and the schemes that decide. A library without I/O, threads or clocks: the engine calls it on its
 * one thread and hands the time in.
 */
package org.thetisdb.router.routing;
