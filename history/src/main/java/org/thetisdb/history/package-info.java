/**
 * Checks a recorded history of transactions for isolation anomalies, after Adya's phenomena and the
 * checker Elle (Kingsbury and Alvaro, VLDB 2020).
 *
 * <p><b>What goes in.</b> Transactions of two kinds of operations: <em>append</em> an element to
 * the list of a key, and <em>read</em> a list. No element is appended twice to one key. So every
 * list that is read names all writes before it, in their order, and the order of a key's versions
 * follows from what was read: it is the longest list.
 *
 * <p><b>What is inferred.</b> From the order of versions come the dependencies between
 * transactions: <em>ww</em>, one appended directly after the other; <em>wr</em>, one read what the
 * other appended last; <em>rw</em>, one read a list that lacks what the other appended next. From
 * the record itself come <em>session</em> edges (the order within a session) and <em>real time</em>
 * edges (one ended before the other began).
 *
 * <p><b>What is checked.</b> Some anomalies show in a single read: an element that nobody appended,
 * that an aborted transaction appended, that was there twice, or a list that contradicts another.
 * The others are cycles. Which ones a level forbids:
 *
 * <table>
 * <caption>Levels</caption>
 * <tr><th>level</th><th>forbidden cycles</th></tr>
 * <tr><td>read-committed</td><td>of ww and wr</td></tr>
 * <tr><td>si</td><td>in the order of starts and commits: ww and wr lead from the commit of one to
 * the start of the other, rw from the start of one to the commit of the other, and each start comes
 * before its commit. So two rw edges that follow each other never close a cycle (write skew is
 * allowed), and a long fork does</td></tr>
 * <tr><td>strong-session-si</td><td>the same, and a session's next transaction starts after the
 * commit of the one before</td></tr>
 * <tr><td>serializable</td><td>of ww, wr and rw</td></tr>
 * <tr><td>strict-serializable</td><td>of ww, wr, rw, session and real time edges</td></tr>
 * </table>
 *
 * <p>If all versions were read, a history without such a cycle can be produced by a database of
 * that level, and one with such a cycle cannot.
 *
 * <p><b>What it cannot know.</b> Appends that no read shows come after all that were read, in an
 * order that nobody knows; a conflict between two of them is not found. A transaction of unknown
 * outcome counts as committed only if somebody read one of its appends. Reads of transactions that
 * did not commit count for nothing.
 *
 * <p>Time and memory grow linearly with the history. Nothing here is thread-safe unless it says so.
 */
package org.thetisdb.history;
