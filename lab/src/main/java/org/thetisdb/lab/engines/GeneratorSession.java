package org.thetisdb.lab.engines;

import org.thetisdb.client.CallCallback;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.runtime.ProcedureDefinition;
import org.thetisdb.router.routing.Footprint;

/**
 * A session with at most one call under way. It belongs to the event loop of the generator that has
 * the call, and goes from one to the other with it.
 */
final class GeneratorSession {
  /** What a call counts as under a scheme with phases. */
  enum Kind {
    PARTITIONED,
    CROSSING,
    /** It needs no phase. */
    ANY
  }

  private final long id;
  private long sequence;
  private VersionVector vector = VersionVector.ZERO;
  private CallCallback callback;
  private ProcedureDefinition procedure;
  private byte[] encoded;
  private Footprint footprint;
  private KeySet touched;
  private Kind kind = Kind.ANY;
  private int tries;
  private Generator at;

  GeneratorSession(long id) {
    this.id = id;
  }

  /** A call begins. */
  void begin(
      ProcedureDefinition called, byte[] arguments, Footprint touches, CallCallback toBeCalled) {
    sequence++;
    procedure = called;
    encoded = arguments;
    footprint = touches;
    touched = null;
    tries = 0;
    callback = toBeCalled;
  }

  /** The call is to be sent again with the keys that a site has found; says how often it was. */
  int again(KeySet keys, Footprint touches) {
    touched = keys;
    footprint = touches;
    return ++tries;
  }

  /** The generator that has its call, or had the last one. */
  Generator at() {
    return at;
  }

  void setAt(Generator now) {
    at = now;
  }

  /** The call is over; the callback may begin the next one. */
  void end(CallOutcome outcome) {
    callback.onOutcome(outcome);
  }

  /** It has seen this, too. */
  void see(VersionVector more) {
    vector = vector.max(more);
  }

  long id() {
    return id;
  }

  long sequence() {
    return sequence;
  }

  VersionVector vector() {
    return vector;
  }

  ProcedureDefinition procedure() {
    return procedure;
  }

  byte[] encoded() {
    return encoded;
  }

  Footprint footprint() {
    return footprint;
  }

  KeySet touched() {
    return touched;
  }

  Kind kind() {
    return kind;
  }

  void setKind(Kind now) {
    kind = now;
  }
}
