package org.thetisdb.benchmarks.twitter;

import java.util.List;
import java.util.stream.Stream;

/** What people do, in the order of the weights. */
enum TwitterTransaction {
  GET_TWEET(0, "GetTweet", true),
  GET_TWEETS_FROM_FOLLOWING(1, "GetTweetsFromFollowing", false),
  GET_FOLLOWERS(2, "GetFollowers", false),
  GET_USER_TWEETS(3, "GetUserTweets", true),
  INSERT_TWEET(4, "InsertTweet", true),
  FOLLOW(5, "Follow", false);

  private static final TwitterTransaction[] ALL = values();

  private final int index;
  private final String label;
  private final boolean singleStatement;

  TwitterTransaction(int index, String label, boolean singleStatement) {
    this.index = index;
    this.label = label;
    this.singleStatement = singleStatement;
  }

  static TwitterTransaction of(int index) {
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
