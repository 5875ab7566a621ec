package org.thetisdb.benchmarks.tatp;

import java.util.List;
import java.util.stream.Stream;

/** The seven transactions, in the order of the weights. */
enum TatpTransaction {
  GET_SUBSCRIBER_DATA(0, "GetSubscriberData", true),
  GET_NEW_DESTINATION(1, "GetNewDestination", true),
  GET_ACCESS_DATA(2, "GetAccessData", true),
  UPDATE_SUBSCRIBER_DATA(3, "UpdateSubscriberData", false),
  UPDATE_LOCATION(4, "UpdateLocation", true),
  INSERT_CALL_FORWARDING(5, "InsertCallForwarding", false),
  DELETE_CALL_FORWARDING(6, "DeleteCallForwarding", false);

  private static final TatpTransaction[] ALL = values();

  private final int index;
  private final String label;
  private final boolean singleStatement;

  TatpTransaction(int index, String label, boolean singleStatement) {
    this.index = index;
    this.label = label;
    this.singleStatement = singleStatement;
  }

  static TatpTransaction of(int index) {
    return ALL[index];
  }

  static List<String> labels() {
    return Stream.of(ALL).map(one -> one.label).toList();
  }

  int index() {
    return index;
  }

  boolean isSingleStatement() {
    return singleStatement;
  }
}
